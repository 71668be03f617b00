import ModelSchema
import StructuredText

/// The part of a data dictionary that describes one entity.
struct EntitySection {
    let entity: Entity

    func text() -> String {
        let parts = [
            "## \(markdownName(entity.name))", facts, attributes, relationships, fetchedProperties, constraints,
            indexes, userInfo,
        ]
        return parts.compactMap { $0 }.joined(separator: "\n\n")
    }

    private var facts: String? {
        let facts = [
            entity.isAbstract ? "Abstract" : nil, entity.parentName.map { "Parent: \(markdownName($0))" },
            entity.className.map { name in
                "Class: \(markdownName(name))" + (entity.moduleName.map { " in module \(markdownName($0))" } ?? "")
            },
            entity.codeGeneration.map { "Code generation: \($0.text)" },
            entity.renamingIdentifier.flatMap { $0 == entity.name ? nil : "Renamed from: \(markdownName($0))" },
            entity.versionHashModifier.map { "Version hash modifier: \(markdownText($0))" },
            entity.spotlightDisplayNameExpression.map { "Display name in Spotlight: \(markdownText($0))" },
        ].compactMap { $0.map { "- \($0)" } }
        return facts.isEmpty ? nil : facts.joined(separator: "\n")
    }

    private var attributes: String? {
        guard !entity.attributes.isEmpty else { return nil }
        let single = entity.uniquenessConstraints.map(\.propertyNames).filter { $0.count == 1 }.joined()
        return "### Attributes\n\n" + attributeTable(entity.attributes, uniqueNames: Set(single))
    }

    private var relationships: String? {
        let rows = entity.relationships.map { relationship in
            [
                markdownName(relationship.name), relationship.destinationName.map(markdownName) ?? "none",
                relationship.inverseName.map(markdownName) ?? "none", markdownText(relationship.multiplicityText),
                relationship.deleteRuleText,
                (relationship.notes.map(markdownText) + relationship.userInfo.notes).joined(separator: ", "),
            ]
        }
        return markdownSection(
            "### Relationships", ["Name", "Destination", "Inverse", "Count", "On delete", "Notes"], rows)
    }

    private var fetchedProperties: String? {
        let rows = entity.fetchedProperties.map { property in
            [
                markdownName(property.name), property.fetchRequest.entityName.map(markdownName) ?? "none",
                property.fetchRequest.predicateString.map(markdownText) ?? "",
                property.userInfo.notes.joined(separator: ", "),
            ]
        }
        return markdownSection("### Fetched properties", ["Name", "Destination", "Predicate", "Notes"], rows)
    }

    private var constraints: String? {
        guard !entity.uniquenessConstraints.isEmpty else { return nil }
        let lines = entity.uniquenessConstraints
            .map { "- \($0.propertyNames.map(markdownName).joined(separator: ", "))" }
        return "### Uniqueness constraints\n\n" + lines.sorted().joined(separator: "\n")
    }

    private var indexes: String? {
        let modern = entity.indexes.sorted { $0.name < $1.name }.map { index in
            [
                markdownName(index.name), index.elements.map(\.text).joined(separator: ", "),
                index.partialIndexPredicate.map(markdownText) ?? "",
            ]
        }
        let compound = entity.compoundIndexes
            .map { ["", $0.map(markdownName).joined(separator: ", "), ""] }
            .sorted { $0[1] < $1[1] }
        return markdownSection("### Indexes", ["Name", "Elements", "Where"], modern + compound)
    }

    private var userInfo: String? {
        markdownSection(
            "### User info", ["Key", "Value"],
            entity.userInfo.sortedEntries.map { [markdownName($0.key), markdownText($0.value)] })
    }
}

extension CodeGeneration {
    fileprivate var text: String {
        switch self {
        case .manual: "manual/none"
        case .classDefinition: "class definition"
        case .categoryExtension: "category/extension"
        }
    }
}

extension FetchIndex.Element {
    fileprivate var text: String {
        let column = propertyName.map(markdownName) ?? markdownText(expression ?? "")
        let facts = [kind == .rTree ? "R-tree" : nil, order == .descending ? "descending" : nil].compactMap { $0 }
        return facts.isEmpty ? column : "\(column) (\(facts.joined(separator: ", ")))"
    }
}
