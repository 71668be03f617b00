public import ModelSchema

/// Answers for many places what a ``SourceMap`` answers for one: the whole costs no more than reading the file again.
///
/// A model with a finding in every line would otherwise cost the square of its size.
public struct SourceIndex {
    private let document: XMLDocument?
    private let positions: TextPositions
    /// The elements that an element owns, by kind and name, as far as anybody has asked.
    private var elements: [Owner: [String: [XMLElement]]] = [:]

    private struct Owner: Hashable {
        var elementIndex: Int
        var kind: SchemaPath.Kind
        var isNamed: Bool
    }

    /// An index of a document, which fills as it is asked. It has no place for a model that was not read.
    public init(_ map: SourceMap) {
        document = map.document
        positions = TextPositions(map.document?.bytes ?? [])
    }

    /// The place of an element, or of one of its attributes: the same as ``SourceMap/position(of:)``.
    public mutating func position(of path: SchemaPath) -> (line: Int, column: Int)? {
        guard var element = document?.root else { return nil }
        for step in path.steps {
            let matches = elements(of: element, step.kind, isNamed: step.name != nil)[step.name ?? ""] ?? []
            guard let match = matches.dropFirst(step.occurrence).first else { return nil }
            element = match
        }
        let attribute = path.facet.flatMap { element.offset(ofAttribute: $0) }
        return positions.position(ofOffset: attribute ?? element.offset)
    }

    private mutating func elements(
        of element: XMLElement, _ kind: SchemaPath.Kind, isNamed: Bool
    ) -> [String: [XMLElement]] {
        let owner = Owner(elementIndex: element.index, kind: kind, isNamed: isNamed)
        if let known = elements[owner] { return known }
        var found: [String: [XMLElement]] = [:]
        for child in element.elements(of: kind) {
            guard let name = isNamed ? child[kind.nameAttribute] : "" else { continue }
            found[name, default: []].append(child)
        }
        elements[owner] = found
        return found
    }
}
