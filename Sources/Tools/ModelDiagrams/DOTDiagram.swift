public import ModelSchema
import StructuredText

/// Draws a model in the DOT language of Graphviz: entities as tables, relationships as lines between their rows.
///
/// A relationship and its inverse are one line with a crow's foot or a bar at each end. A relationship without an
/// inverse is a dashed line. Equal models give equal bytes, regardless of the order of their parts.
///
/// Source: Graphviz, “The DOT Language”, “HTML-Like Labels”, and “Arrow Shapes”.
///
/// ```swift
/// let dot = DOTDiagram().render(model)
/// try Data(dot.utf8).write(to: folder.appending(path: "Library.dot"))  // Then: dot -Tsvg Library.dot
/// ```
public struct DOTDiagram: Sendable {
    /// Creates a renderer.
    public init() {}

    /// Returns the diagram as text, with one newline at its end.
    public func render(_ model: Model) -> String {
        let content = DiagramContent(model)
        let identifiers = DiagramIdentifiers(content.entities)
        let nodes = content.entities.enumerated().map { index, entity in
            "    \"\(identifiers[index])\" [label=<\(table(of: entity))>]\n"
        }
        let inheritances = content.inheritances.map {
            "    \"\(identifiers[$0.child])\" -> \"\(identifiers[$0.parent])\" [arrowhead=empty, color=\"#8b4fd6\"]\n"
        }
        let connections = content.connections.map { edge(for: $0, in: content, identifiers) }
        return """
            digraph "\(quotedText(model.name))" {
                graph [rankdir=LR, nodesep=0.4, ranksep=1.2, fontname="Helvetica"]
                node [shape=plain, fontname="Helvetica", fontsize=11]
                edge [color="#69738a", arrowsize=0.8]
            \((nodes + inheritances + connections).joined())}

            """
    }

    private func table(of entity: Entity) -> String {
        let name = "<B>\(htmlText(entity.name))</B>"
        let head = entity.isAbstract ? "<I>\(name)</I>" : name
        let rows =
            entity.attributes.map(row) + entity.relationships.enumerated().map(row) + entity.fetchedProperties.map(row)
        return "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\" COLOR=\"#c9cfdb\">"
            + "\n        <TR><TD PORT=\"head\" BGCOLOR=\"#e8ebf1\">\(head)</TD></TR>\(rows.joined())</TABLE>"
    }

    private func row(for attribute: Attribute) -> String {
        let optional = attribute.isOptional ? "?" : ""
        let value = attribute.defaultText.map { " = \(shortened($0, to: 40))" } ?? ""
        return row(attribute.name, "\(attribute.typeText)\(optional)\(value)")
    }

    private func row(at index: Int, for relationship: Relationship) -> String {
        let order = relationship.keepsOrder ? " ordered" : ""
        let destination = relationship.destinationName ?? "no destination"
        return row(
            relationship.name,
            "\(destination) \(relationship.multiplicityText) \(relationship.deleteRuleText)\(order)", port: port(index))
    }

    private func row(for property: FetchedProperty) -> String {
        row(property.name, "\(property.fetchRequest.entityName ?? "no entity") fetched")
    }

    /// A line of the table. It is a nested table in one cell, so a port has a left and a right side.
    private func row(_ name: String, _ details: String, port: String? = nil) -> String {
        let place = port.map { " PORT=\"\($0)\"" } ?? ""
        let cells = "<TD ALIGN=\"LEFT\">\(htmlText(name))</TD><TD ALIGN=\"RIGHT\">\(htmlText(details))</TD>"
        return "\n        <TR><TD\(place) CELLPADDING=\"0\"><TABLE BORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"4\">"
            + "<TR>\(cells)</TR></TABLE></TD></TR>"
    }

    private func edge(
        for connection: Connection, in content: DiagramContent, _ identifiers: DiagramIdentifiers
    ) -> String {
        let relationship = content.entities[connection.source.entity].relationships[connection.source.relationship]
        let source = "\"\(identifiers[connection.source.entity])\":\(port(connection.source.relationship))"
        let target = "\"\(identifiers[connection.targetEntity])\":\(connection.inverse.map(port) ?? "head")"
        let head = arrow(for: relationship)
        guard let inverseIndex = connection.inverse else {
            return "    \(source) -> \(target) [dir=both, arrowtail=dot, arrowhead=\(head), style=dashed]\n"
        }
        let inverse = content.entities[connection.targetEntity].relationships[inverseIndex]
        return "    \(source) -> \(target) [dir=both, arrowtail=\(arrow(for: inverse)), arrowhead=\(head)]\n"
    }

    private func port(_ relationship: Int) -> String { "relationship\(relationship)" }

    /// The sign at the end that a relationship points to. The part nearest to the box comes first.
    private func arrow(for relationship: Relationship) -> String {
        (relationship.isToMany ? "crow" : "tee") + (relationship.isOptional ? "odot" : "tee")
    }

    private func quotedText(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { quoted, scalar in
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
        }
    }
}
