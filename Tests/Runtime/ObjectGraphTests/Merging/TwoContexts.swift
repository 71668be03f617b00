import ObjectGraph

/// Two contexts on an empty store, for a suite that inherits them.
class TwoContexts {
    let container: PersistentContainer
    let a: ManagedObjectContext
    let b: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(model: MeetingModel.model, store: .tested)
        a = container.newContext()
        b = container.newContext()
    }

    /// The policies that settle conflicts.
    static let policies: [MergePolicy.MergeType] = [
        .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]
}
