import ModelSchema

/// A declaration that could not get the name it would have liked to have.
struct Renaming: Sendable, Hashable {
    enum Subject: Sendable, Hashable {
        case type
        case member
        /// A static function.
        case function
        /// A family of functions, of which the prefix of one is known.
        case functions(prefix: String)
    }

    var subject: Subject
    var wantedName: String
    var name: String
    /// Where the declaration comes from.
    var origin: SchemaPath
    /// What had the name before.
    var holder: NameScope.Origin
}
