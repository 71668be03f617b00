/// Why an edit cannot be made. The model stays as it was.
public struct EditFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, as a clause: `there is no entity 'Ordre'; did you mean 'Order'?`.
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
