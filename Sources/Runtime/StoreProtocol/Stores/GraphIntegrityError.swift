/// An error that occurs if a save would write an inconsistent graph. The save wrote nothing.
///
/// Saves maintain both sides of relationships and compute derived attributes, so this is a defect of the library, or of
/// a program that changed only one side. The context keeps its changes. Roll back, or correct the relationship in the
/// error.
///
/// ```swift
/// do {
///     try context.save()
/// } catch let error as GraphIntegrityError {
///     print(error.objectID, error.propertyName, error.code == .inconsistentInverse ? "has one side" : "")
///     context.rollback()
/// }
/// ```
public struct GraphIntegrityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of violation.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A name for it.
        public let rawValue: String

        /// - Parameter rawValue: A name for it.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The inverse of a relationship does not point back.
        public static let inconsistentInverse = Code(rawValue: "inconsistent-inverse")
        /// A relationship points to an object that the save deletes.
        public static let deletedDestination = Code(rawValue: "deleted-destination")
        /// A relationship contains an object twice.
        public static let duplicateMember = Code(rawValue: "duplicate-member")
        /// A relationship has fewer or more members than the model allows.
        public static let wrongCount = Code(rawValue: "wrong-count")
        /// A derived attribute has another value than its expression.
        public static let wrongDerivedValue = Code(rawValue: "wrong-derived-value")
    }

    /// The kind of violation.
    public var code: Code
    /// The object with the relationship or the derived attribute.
    public var objectID: ObjectID
    /// The name of the relationship or the derived attribute.
    public var propertyName: String

    /// - Parameters:
    ///   - code: The kind of violation.
    ///   - objectID: The object with the relationship or the derived attribute.
    ///   - propertyName: The name of the relationship or the derived attribute.
    public init(code: Code, objectID: ObjectID, propertyName: String) {
        self.code = code
        self.objectID = objectID
        self.propertyName = propertyName
    }

    /// Whether a derived attribute has a wrong value, and no relationship.
    package var concernsDerivedValue: Bool { code == .wrongDerivedValue }

    public var description: String {
        let subject = "'\(propertyName)' of \(objectID)"
        let problem =
            switch code {
            case .inconsistentInverse: "\(subject) and its inverse do not agree"
            case .deletedDestination: "\(subject) would point to a deleted object"
            case .duplicateMember: "\(subject) would contain a member twice"
            case .wrongCount: "\(subject) would have more or fewer members than the model allows"
            case .wrongDerivedValue: "\(subject) would not have the value of its derivation"
            default: "\(subject) would be invalid: \(code.rawValue)"
            }
        return "nothing was saved: \(problem)"
    }
}
