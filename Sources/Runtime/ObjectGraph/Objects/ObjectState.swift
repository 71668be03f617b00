/// What a context has changed of an object, as a whole.
package enum ChangeState: UInt8 { case clean, inserted, updated, deleted }

/// The values of an object at one moment, which can be restored.
final class ObjectState {
    let state: ChangeState
    let values: [AttributeValue]
    let links: [Links]

    init(state: ChangeState, values: [AttributeValue], links: [Links]) {
        self.state = state
        self.values = values
        self.links = links
    }
}
