import ModelSchema

/// The role of a generated member of a class.
struct MemberRole: Sendable, Hashable {
    let name: String

    /// The accessor of a property.
    static let property = MemberRole(name: "property")
    /// The accessor of the stored value, if the attribute's own name is that of the enum accessor.
    static let rawValue = MemberRole(name: "rawValue")
    /// The accessor of an attribute as an enum, next to the accessor of the stored value.
    static let enumeration = MemberRole(name: "enumeration")
    /// The functions of a to-many relationship, such as those that add and remove objects.
    static let collection = MemberRole(name: "collection")
    /// The static function for a fetch request template.
    static let fetchRequest = MemberRole(name: "fetchRequest")
    /// The static function that looks an object up by a uniqueness constraint.
    static let lookup = MemberRole(name: "lookup")
    /// The property that returns a struct of the object's values. Its model name is the name of the entity.
    static let snapshot = MemberRole(name: "snapshot")
}

/// A declaration inside a generated class, with its preferred name.
///
/// ``ClassMembers`` must contain every kind of declaration, so conflicting names are found.
struct MemberDeclaration: Sendable {
    /// The names that one declaration takes. Functions that share a part of their names take several.
    struct Form: Sendable, Hashable {
        /// The prefix before the name.
        var prefix = ""
        /// Argument labels, such as `(_:at:)`; empty for declarations without arguments: properties, types, and
        /// functions.
        var labels = ""
    }

    /// Whether a member belongs to instances or to the type. Swift distinguishes both.
    enum Level: String, Sendable {
        case object = ""
        /// Static members and nested types.
        case type = "static "
    }

    var role: MemberRole
    /// Its name in the model.
    var modelName: String
    /// Its preferred name.
    var name: String
    var level = Level.object
    var forms = [Form()]
    var origin: SchemaPath

    /// Returns the names that the declaration takes in a scope.
    func names(under name: String) -> [String] { forms.map { level.rawValue + $0.prefix + name + $0.labels } }
}
