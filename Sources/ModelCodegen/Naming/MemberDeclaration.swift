import ModelSchema

/// What a generated member of a class is for.
struct MemberRole: Sendable, Hashable {
    let name: String

    /// The accessor of a property.
    static let property = MemberRole(name: "property")
    /// The accessor of the stored value of an attribute that is an enum under its own name.
    static let rawValue = MemberRole(name: "rawValue")
    /// The accessor of an attribute as its enum, next to that of the stored value.
    static let enumeration = MemberRole(name: "enumeration")
    /// The functions that add to a to-many relationship, remove from it, and so on.
    static let collection = MemberRole(name: "collection")
    /// The static function for a fetch request template.
    static let fetchRequest = MemberRole(name: "fetchRequest")
    /// The static function that looks an object up by a uniqueness constraint.
    static let lookup = MemberRole(name: "lookup")
    /// The property that makes a struct of the object's values. The model's name for it is the entity's.
    static let snapshot = MemberRole(name: "snapshot")
}

/// Something that generated code declares inside a class, with the name that it would like to have.
///
/// Every kind of declaration has to be in ``ClassMembers``, so that names that clash are found.
struct MemberDeclaration: Sendable {
    /// The names that one declaration takes: several where functions share a part of their names.
    struct Form: Sendable, Hashable {
        /// What stands before the name.
        var prefix = ""
        /// Argument labels as in `(_:at:)`; empty for what has no arguments: properties, types, functions.
        var labels = ""
    }

    /// Whom a member belongs to: Swift keeps the two apart.
    enum Level: String, Sendable {
        case object = ""
        /// Static members and nested types.
        case type = "static "
    }

    var role: MemberRole
    /// The name that the model has for it.
    var modelName: String
    /// The name it would like to have.
    var name: String
    var level = Level.object
    var forms = [Form()]
    var origin: SchemaPath

    /// What the declaration takes of a scope under a name.
    func names(under name: String) -> [String] {
        forms.map { level.rawValue + $0.prefix + name + $0.labels }
    }
}
