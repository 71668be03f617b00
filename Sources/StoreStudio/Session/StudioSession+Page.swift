import Foundation
import ModelDiagrams
import ObjectGraph

extension StudioSession {
    /// Above this a page would be too large to be opened well.
    private static let embeddedCount = 20_000

    /// The model as a drawing, for a page with ``StudioPage``'s style sheets.
    package func diagram() -> String { ModelDrawingParts.image(of: model.schema) }

    /// The whole store as one page that needs no program, to be read only.
    ///
    /// - Throws: ``StudioError`` for a store with too many objects, or the store's error.
    package func exportedPage() throws -> String {
        let total = try counts().counts.values.reduce(0, +)
        guard total <= Self.embeddedCount else {
            throw StudioError(
                "the store has \(total) objects, and a page holds at most \(Self.embeddedCount); open it with "
                    + "'modelgen studio', or export entities with 'modelgen store export'")
        }
        var overview = overview()
        overview.readOnlyReason = "This page is a copy."
        // Where the store lies on this machine is nobody's business who gets the page.
        overview.path = overview.name
        var objects: [EmbeddedStore.Object] = []
        for entity in model.entities where !entity.isAbstract {
            var request = FetchRequest<ManagedObject>(entityName: entity.name, includesSubentities: false)
            request.relationshipKeyPathsForPrefetching = entity.relationships.map(\.name)
            for object in try context.fetch(request).sorted(by: { $0.objectID < $1.objectID }) {
                objects.append(embedded(object))
            }
        }
        return try ExportedPage(EmbeddedStore(overview: overview, diagram: diagram(), objects: objects)).text()
    }

    private func embedded(_ object: ManagedObject) -> EmbeddedStore.Object {
        let attributes = object.entity.attributes.map { attribute in
            ObjectAnswer.Value(
                key: attribute.name,
                cell: Cell(object.value(forKey: attribute.name), of: attribute, textCount: 2_000), isChanged: false)
        }
        let relationships = object.entity.relationships.map { relationship in
            ObjectAnswer.Value(
                key: relationship.name, cell: object.cell(of: relationship, chipCount: 1_000), isChanged: false)
        }
        return EmbeddedStore.Object(
            id: object.objectID.uriRepresentation().absoluteString, entity: object.entity.name, label: object.label,
            values: attributes + relationships)
    }
}
