/// Where the values come from that a predicate is evaluated on: objects, or the columns of a table.
///
/// The evaluator walks the tree of the predicate; what a subject is, and how its properties are read, is the source's
/// own affair.
@usableFromInline
package protocol QuerySource {
    associatedtype Subject

    /// The value of a property: of a to-one the destination or nil, of a to-many `many`.
    ///
    /// - Throws: ``QueryError`` for a key that the subject does not have.
    func value(forKey key: String, of subject: Subject) throws -> QueryValue<Subject>

    /// What tells whether two subjects are the same.
    func objectID(of subject: Subject) -> ObjectID

    /// The subject with an identity, or nil if there is none.
    func subject(with objectID: ObjectID) -> Subject?
}
