import ModelDiagnostics
import ModelSchema

extension Model {
    func index(ofEntity name: String) throws(EditError) -> Int {
        if let index = entities.firstIndex(where: { $0.name == name }) { return index }
        throw EditError("the model has no entity '\(name)'" + Self.suggestion(for: name, among: entities.map(\.name)))
    }

    func index(ofComposite name: String) throws(EditError) -> Int {
        if let index = composites.firstIndex(where: { $0.name == name }) { return index }
        throw EditError(
            "the model has no composite '\(name)'" + Self.suggestion(for: name, among: composites.map(\.name)))
    }

    /// Finds the entity or the composite with a name. If both exist, it is the entity.
    func owner(named name: String) throws(EditError) -> AttributeOwner {
        if let index = entities.firstIndex(where: { $0.name == name }) { return .entity(index) }
        if let index = composites.firstIndex(where: { $0.name == name }) { return .composite(index) }
        let kinds = composites.isEmpty ? "entity" : "entity or composite"
        throw EditError(
            "the model has no \(kinds) '\(name)'"
                + Self.suggestion(for: name, among: entities.map(\.name) + composites.map(\.name)))
    }

    /// Throws an error if an entity or a composite has a name. They share their names, because each becomes a Swift
    /// type, and a path such as `Address/city` does not say which of them it means.
    func checkIsFree(_ name: String) throws(EditError) {
        try Self.checkName(name)
        guard entity(named: name) == nil else { throw EditError("entity '\(name)' already exists") }
        guard composite(named: name) == nil else { throw EditError("composite '\(name)' already exists") }
    }

    /// The failure for a property that does not exist.
    func missingProperty(_ name: String, of entity: Entity) -> EditError {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        let fetched = entity.fetchedProperties.map(\.name)
        let kinds = fetched.isEmpty ? "attribute or relationship" : "attribute, relationship, or fetched property"
        return EditError(
            "'\(entity.name)' has no \(kinds) '\(name)'" + Self.suggestion(for: name, among: names + fetched))
    }

    /// The failure for a member that does not exist.
    func missingMember(_ name: String, of composite: Composite) -> EditError {
        EditError(
            "composite '\(composite.name)' has no attribute '\(name)'"
                + Self.suggestion(for: name, among: composite.attributes.map(\.name)))
    }

    /// Throws an error for names that are not attributes or relationships of an entity's objects. A name can be a path
    /// into a composite: `address.city`.
    func check(_ names: [String], arePropertiesOf entity: Entity) throws(EditError) {
        let lookup = ModelLookup(self)
        for name in names {
            let property = String(name.prefix { $0 != "." })
            guard lookup.attribute(named: property, of: entity) == nil,
                lookup.relationship(named: property, of: entity) == nil
            else { continue }
            let known = lookup.attributes(of: entity).map(\.name) + lookup.relationships(of: entity).map(\.name)
            throw EditError(
                "'\(entity.name)' has no attribute or relationship '\(property)'"
                    + Self.suggestion(for: property, among: known))
        }
    }

    /// Throws an error for an empty name, which a model file cannot contain.
    static func checkName(_ name: String) throws(EditError) {
        guard !name.isEmpty else { throw EditError("the name is empty; specify a name") }
    }

    static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.suggestion(for: name, among: names).map { "; " + $0 } ?? ""
    }
}

/// What an attribute belongs to: the index of an entity or of a composite.
enum AttributeOwner {
    case entity(Int)
    case composite(Int)

    /// The attributes of the entity or composite.
    var attributes: WritableKeyPath<Model, [Attribute]> {
        switch self {
        case .entity(let index): \Model.entities[index].attributes
        case .composite(let index): \Model.composites[index].attributes
        }
    }
}

/// An error that prevents an edit. The model does not change.
///
/// ```swift
/// do {
///     try model.add(Attribute(name: "pageCount", type: .integer32), to: "Bok")
/// } catch {
///     print(error)  // the model has no entity 'Bok'; did you mean 'Book'?
/// }
/// ```
public struct EditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as a clause: `the model has no entity 'Ordre'; did you mean 'Order'?`.
    public var description: String

    init(_ description: String) { self.description = description }
}
