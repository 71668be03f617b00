public import ModelSchema

/// Draws a model as a Mermaid class diagram, for tools that display Markdown.
///
/// It is a class diagram, because entity-relationship diagrams support neither inheritance nor types such as `Integer
/// 64?`. A relationship and its inverse are one solid line. A relationship without an inverse is a dotted arrow. Equal
/// models give equal bytes, regardless of the order of their parts.
///
/// Source: Mermaid's grammar of class diagrams (`classDiagram.jison`); names that Mermaid would misread are labels of
/// numbered classes, and all text uses characters that need no quotes.
///
/// ```swift
/// let text = MermaidDiagram().render(model)
/// // classDiagram
/// //     accTitle: Library
/// //     direction LR
/// //     class Book {
/// //         title : String?
/// //     }
/// ```
public struct MermaidDiagram: Sendable {
    /// Creates a renderer.
    public init() {}

    /// Returns the diagram as text, with one newline at its end.
    public func render(_ model: Model) -> String {
        let content = DiagramContent(model)
        let identifiers = DiagramIdentifiers(content.entities)
        let title = model.name.isEmpty ? "" : "    accTitle: \(mermaidText(model.name))\n"
        let classes = content.entities.enumerated().map { text(of: $1, identifier: identifiers[$0]) }
        let inheritances = content.inheritances.map {
            "    \(identifiers[$0.parent]) <|-- \(identifiers[$0.child])\n"
        }
        let connections = content.connections.map { text(of: $0, in: content, identifiers) }
        return "classDiagram\n\(title)    direction LR\n" + (classes + inheritances + connections).joined()
    }

    private func text(of entity: Entity, identifier: String) -> String {
        let label = identifier == entity.name ? "" : "[\"\(mermaidText(entity.name))\"]"
        let members =
            (entity.isAbstract ? ["<<abstract>>"] : []) + entity.attributes.map(text(of:))
            + entity.fetchedProperties.map {
                "\(mermaidText($0.name)) : fetched \(mermaidText($0.fetchRequest.entityName ?? ""))"
            }
        guard !members.isEmpty else { return "    class \(identifier)\(label)\n" }
        let lines = members.map { "        \($0)\n" }.joined()
        return "    class \(identifier)\(label) {\n\(lines)    }\n"
    }

    private func text(of attribute: Attribute) -> String {
        let type = mermaidText(attribute.typeText, allowing: [" "]) + (attribute.isOptional ? "?" : "")
        let value = attribute.defaultText.map { " = \(mermaidText(shortened($0, to: 40), allowing: [" ", ".", "-"]))" }
        let notes = [attribute.isDerived ? "derived" : nil, attribute.isTransient ? "transient" : nil].compactMap { $0 }
        let suffix = notes.isEmpty ? "" : ", \(notes.joined(separator: ", "))"
        return "\(mermaidText(attribute.name)) : \(type)\(value ?? "")\(suffix)"
    }

    private func text(
        of connection: Connection, in content: DiagramContent, _ identifiers: DiagramIdentifiers
    ) -> String {
        let source = identifiers[connection.source.entity]
        let target = identifiers[connection.targetEntity]
        let relationship = content.entities[connection.source.entity].relationships[connection.source.relationship]
        let there = "\"\(relationship.multiplicityText)\" \(target) : \(label(of: relationship))"
        guard let inverseIndex = connection.inverse else { return "    \(source) ..> \(there)\n" }
        let inverse = content.entities[connection.targetEntity].relationships[inverseIndex]
        let back = connection.isOwnInverse ? "own inverse" : label(of: inverse)
        return "    \(source) \"\(inverse.multiplicityText)\" -- \(there) ⇄ \(back)\n"
    }

    private func label(of relationship: Relationship) -> String {
        let order = relationship.keepsOrder ? ", ordered" : ""
        return "\(mermaidText(relationship.name)) (\(relationship.deleteRuleText)\(order))"
    }
}
