public import ModelSchema
import StructuredText

/// Writes a model as a data dictionary in Markdown (GitHub's dialect, for its tables).
///
/// Entities and properties are sorted by name. The parts of indexes and constraints keep their order. Equal models give
/// equal bytes, regardless of the order of their other parts.
///
/// ```swift
/// let text = MarkdownDictionary().render(model)
/// print(text.prefix { $0 != "\n" })  // # Library
/// ```
public struct MarkdownDictionary: Sendable {
    /// Creates a renderer.
    public init() {}

    /// Returns the document as text, with one newline at its end.
    public func render(_ model: Model) -> String {
        let content = DiagramContent(model)
        let sections =
            [head(of: model), overview(of: content.entities)]
            + content.entities.map { EntitySection(entity: $0).text() }
            + [composites(of: model), fetchRequests(of: model), configurations(of: model)]
        return sections.compactMap { $0 }.joined(separator: "\n\n") + "\n"
    }

    private func head(of model: Model) -> String {
        let facts = [
            model.versionIdentifier.isEmpty ? nil : "Version identifier: \(markdownName(model.versionIdentifier))",
            model.isUsedWithCloudKit ? "Used with CloudKit" : nil,
            model.isUsedWithSwiftData ? "Used with SwiftData" : nil,
        ].compactMap { $0.map { "- \($0)" } }
        let title = "# \(markdownText(model.name))"
        return facts.isEmpty ? title : "\(title)\n\n\(facts.joined(separator: "\n"))"
    }

    private func overview(of entities: [Entity]) -> String? {
        guard !entities.isEmpty else { return "This model has no entities." }
        return markdownTable(
            ["Entity", "Parent", "Attributes", "Relationships"],
            entities.map { entity in
                let name = markdownName(entity.name)
                return [
                    entity.isAbstract ? "\(name) (abstract)" : name, entity.parentName.map(markdownName) ?? "",
                    String(entity.attributes.count), String(entity.relationships.count),
                ]
            })
    }

    private func composites(of model: Model) -> String? {
        guard !model.composites.isEmpty else { return nil }
        let sections = model.composites.sorted { $0.name < $1.name }.map { composite in
            let attributes = composite.attributes.sorted { $0.name < $1.name }
            return "### \(markdownName(composite.name))\n\n"
                + (attributes.isEmpty ? "No attributes." : attributeTable(attributes, uniqueNames: []))
        }
        return (["## Composites"] + sections).joined(separator: "\n\n")
    }

    private func fetchRequests(of model: Model) -> String? {
        let rows = model.fetchRequestTemplates.sorted { $0.name < $1.name }.map { request in
            [
                markdownName(request.name), request.entityName.map(markdownName) ?? "",
                request.predicateString.map(markdownText) ?? "", request.resultText,
                request.fetchLimit > 0 ? String(request.fetchLimit) : "",
                request.fetchBatchSize > 0 ? String(request.fetchBatchSize) : "",
            ]
        }
        return markdownSection(
            "## Fetch requests", ["Name", "Entity", "Predicate", "Result", "Limit", "Batch size"], rows)
    }

    private func configurations(of model: Model) -> String? {
        let rows = model.configurations.sorted { $0.name < $1.name }.map { configuration in
            [
                markdownName(configuration.name),
                configuration.entityNames.sorted().map(markdownName).joined(separator: ", "),
                configuration.isUsedWithCloudKit ? "yes" : "",
            ]
        }
        return markdownSection("## Configurations", ["Name", "Entities", "CloudKit"], rows)
    }
}

extension FetchRequestTemplate {
    fileprivate var resultText: String {
        switch resultType {
        case .objects: "objects"
        case .objectIDs: "object IDs"
        case .dictionaries: "dictionaries"
        case .count: "count"
        }
    }
}
