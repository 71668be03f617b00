/// A save would have written a graph that contradicts itself. Nothing was written.
///
/// Saves keep both sides of relationships, so this is a defect of the library, or of a program that has changed one side
/// only. The context keeps its changes; roll back, or mend what is named.
public struct GraphViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A name for it.
        public let rawValue: String

        /// - Parameter rawValue: A name for it.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A relationship leads somewhere from where its inverse does not lead back.
        public static let oneSided = Code(rawValue: "oneSided")
        /// A relationship leads to an object that the save deletes.
        public static let destinationGone = Code(rawValue: "destinationGone")
        /// A relationship has a member twice.
        public static let repeatedMember = Code(rawValue: "repeatedMember")
        /// A relationship has fewer or more members than the model allows.
        public static let wrongCount = Code(rawValue: "wrongCount")
    }

    /// What is wrong.
    public var code: Code
    /// The object with the relationship.
    public var objectID: ObjectID
    /// The name of the relationship.
    public var relationshipName: String

    /// - Parameters:
    ///   - code: What is wrong.
    ///   - objectID: The object with the relationship.
    ///   - relationshipName: The name of the relationship.
    public init(code: Code, objectID: ObjectID, relationshipName: String) {
        self.code = code
        self.objectID = objectID
        self.relationshipName = relationshipName
    }

    public var description: String {
        let subject = "'\(relationshipName)' of \(objectID)"
        let problem =
            switch code {
            case .oneSided: "\(subject) and its inverse do not agree"
            case .destinationGone: "\(subject) would lead to an object that is deleted"
            case .repeatedMember: "\(subject) would have a member twice"
            case .wrongCount: "\(subject) would have a number of members that the model does not allow"
            default: "\(subject) would be wrong: \(code.rawValue)"
            }
        return "nothing was saved: \(problem)"
    }
}
