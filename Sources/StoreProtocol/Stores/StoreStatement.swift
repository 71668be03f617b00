/// A question as a statement of the database that answers it, to be read and copied.
public struct StoreStatement: Sendable, Hashable {
    /// The whole statement, its values as constants in it, its clauses in lines of their own.
    public var text: String
    /// What the statement leaves to whoever asks.
    public var unanswered: StoreAnswer.Parts
    /// The functions and collations in it that only connections of the store have, in order.
    public var ownNames: [String]

    /// - Parameters:
    ///   - text: The statement.
    ///   - unanswered: What it leaves of the question.
    ///   - ownNames: What in it other programs do not have.
    public init(text: String, unanswered: StoreAnswer.Parts = [], ownNames: [String] = []) {
        self.text = text
        self.unanswered = unanswered
        self.ownNames = ownNames
    }
}
