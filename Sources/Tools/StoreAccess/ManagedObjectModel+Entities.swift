import CommandArguments
import ModelDiagnostics
import ModelSchema
package import ObjectGraph

extension ManagedObjectModel {
    /// The entity with a name on the command line.
    ///
    /// - Throws: `CommandError` with the entity that was probably meant, if there is none with the name.
    package func entity(named name: String) throws -> EntityDescription {
        if let entity = entitiesByName[name] { return entity }
        let hint = NearestName.hint(for: name, among: entities.map(\.name))
        throw CommandError(.usage, "the model '\(self.name)' has no entity '\(name)'; \(hint)")
    }

    /// The entities, and the properties that they declare, as migrations name them: `Book`, `Book.shelf`.
    package var elementNames: [String] {
        entities.flatMap { entity in
            [entity.name]
                + (entity.schema.attributes.map(\.name) + entity.schema.relationships.map(\.name))
                .map { "\(entity.name).\($0)" }
        }
    }
}
