public import ModelSchema

/// Finds the positions of many elements in a ``SourceMap``, in the time for reading the file once.
///
/// Without an index, a model with a finding in every line would take time quadratic in its size.
///
/// ```swift
/// var index = SourceIndex(document.sourceMap)
/// let located = diagnostics.map { diagnostic in
///     LocatedDiagnostic(diagnostic, file: "Library.xcdatamodel/contents") { index.position(of: $0) }
/// }
/// ```
public struct SourceIndex {
    private let document: XMLDocument?
    private let positions: TextPositions
    /// The elements that an element owns, by kind and name, after the first request.
    private var elements: [Owner: [String: [XMLElement]]] = [:]
    /// The offsets of elements and of their attributes, after the first request.
    private var offsets: [Position: Int] = [:]

    private struct Owner: Hashable {
        var elementIndex: Int
        var kind: SchemaPath.Kind
        var isNamed: Bool
    }

    private struct Position: Hashable {
        var elementIndex: Int
        var attribute: String?
    }

    /// Creates an index of a document, which grows with requests. It is empty for a model without a file.
    public init(_ map: SourceMap) {
        document = map.document
        positions = TextPositions(map.document?.bytes ?? [])
    }

    /// Returns the position of an element or an attribute, as ``SourceMap/position(of:)`` does.
    public mutating func position(of path: SchemaPath) -> (line: Int, column: Int)? {
        guard var element = document?.root else { return nil }
        for step in path.steps {
            let matches = elements(of: element, step.kind, isNamed: step.name != nil)[step.name ?? ""] ?? []
            guard let match = matches.dropFirst(step.occurrence).first else { return nil }
            element = match
        }
        return positions.position(ofOffset: offset(of: element, attribute: path.setting))
    }

    /// The offset of an attribute's name, or of the element if it does not have the attribute. A tag can be as long as
    /// the file, and there can be as many findings about it.
    private mutating func offset(of element: XMLElement, attribute: String?) -> Int {
        let place = Position(elementIndex: element.index, attribute: attribute)
        if let known = offsets[place] { return known }
        let offset = attribute.flatMap { element.offset(ofAttribute: $0) } ?? element.offset
        offsets[place] = offset
        return offset
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
