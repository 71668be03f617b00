import ModelDiagnostics
import ModelSchema

extension Model {
    func index(ofEntity name: String) throws(EditFailure) -> Int {
        if let index = entities.firstIndex(where: { $0.name == name }) { return index }
        throw EditFailure("the model has no entity '\(name)'" + Self.suggestion(for: name, among: entities.map(\.name)))
    }

    /// The failure for a property that does not exist.
    func missingProperty(_ name: String, of entity: Entity) -> EditFailure {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return EditFailure(
            "'\(entity.name)' has no attribute or relationship '\(name)'" + Self.suggestion(for: name, among: names))
    }

    /// Throws an error for names that are not attributes or relationships of an entity's objects. A name can be a path
    /// into a composite: `address.city`.
    func check(_ names: [String], arePropertiesOf entity: Entity) throws(EditFailure) {
        let lookup = ModelLookup(self)
        for name in names {
            let property = String(name.prefix { $0 != "." })
            guard lookup.attribute(named: property, of: entity) == nil,
                lookup.relationship(named: property, of: entity) == nil
            else { continue }
            let known = lookup.attributes(of: entity).map(\.name) + lookup.relationships(of: entity).map(\.name)
            throw EditFailure(
                "'\(entity.name)' has no attribute or relationship '\(property)'"
                    + Self.suggestion(for: property, among: known))
        }
    }

    static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.question(for: name, among: names).map { "; " + $0 } ?? ""
    }
}

/// An error that prevents an edit. The model does not change.
public struct EditFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as a clause: `the model has no entity 'Ordre'; did you mean 'Order'?`.
    public var description: String

    init(_ description: String) { self.description = description }
}
