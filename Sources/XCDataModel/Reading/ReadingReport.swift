import ModelDiagnostics
import ModelSchema

/// Collects what the reader has to say, and says what it does not know once a kind, not once a place.
struct ReadingReport {
    private struct UnknownName: Hashable {
        var element: String
        var name: String
    }

    private let bytes: [UInt8]
    private(set) var diagnostics: [Diagnostic] = []
    private var unknownAttributes: [UnknownName: (first: SchemaPath, count: Int)] = [:]
    private var unknownElements: [UnknownName: (offset: Int, count: Int)] = [:]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func add(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
    }

    mutating func addUnknownAttribute(_ name: String, of element: String, at path: SchemaPath) {
        unknownAttributes[UnknownName(element: element, name: name), default: (path, 0)].count += 1
    }

    mutating func addUnknownElement(_ child: XMLElement, in element: String) {
        unknownElements[UnknownName(element: element, name: child.name), default: (child.offset, 0)].count += 1
    }

    /// Everything that was added, the unknown names summed up.
    func finished() -> [Diagnostic] {
        let attributes = unknownAttributes.map { key, value in
            Diagnostic.unknownAttribute(key.name, of: key.element, at: value.first, count: value.count)
        }
        let elements = unknownElements.map { key, value in
            let place = SourceMap.position(ofOffset: value.offset, in: bytes)
            return Diagnostic.unknownElement(
                key.name, in: key.element, at: .source(line: place.line, column: place.column), count: value.count)
        }
        return diagnostics + (attributes + elements).sorted { $0.message < $1.message }
    }
}
