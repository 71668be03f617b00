public import ModelSchema

/// Tells where in a model's XML each element and each of its attributes stands.
///
/// Reading a model stores one offset an element. Lines and columns are worked out when they are asked for, which only
/// diagnostics do.
public struct SourceMap: Sendable {
    private let bytes: [UInt8]
    private let root: XMLElement

    package init(bytes: [UInt8], root: XMLElement) {
        self.bytes = bytes
        self.root = root
    }

    /// The place of an element, or, where the path has a facet that the element spells out, of that attribute.
    ///
    /// Line and column count from 1; columns count characters (Unicode scalars). Nil when the source has no such
    /// element. O(*n*) in the size of the source.
    public func position(of path: SchemaPath) -> (line: Int, column: Int)? {
        guard let element = element(at: path) else { return nil }
        let attribute = path.facet.flatMap { offset(ofAttribute: $0, in: element) }
        return Self.position(ofOffset: attribute ?? element.offset, in: bytes)
    }

    /// The line and column of a byte offset, both from 1.
    package static func position(ofOffset offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var line = 1
        var lineStart = 0
        let end = min(offset, bytes.count)
        for index in 0..<end where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        // Every byte but a continuation byte begins a scalar.
        let column = bytes[lineStart..<end].reduce(into: 1) { if $1 & 0xC0 != 0x80 { $0 += 1 } }
        return (line, column)
    }

    package func element(at path: SchemaPath) -> XMLElement? {
        var element = root
        for step in path.steps {
            let candidates =
                step.kind.container.map { name in element.children(named: name).flatMap(\.children) }
                ?? element.children
            let matches = candidates.lazy.filter {
                $0.name == step.kind.xmlName && (step.name == nil || $0[step.kind.nameAttribute] == step.name)
            }
            guard let match = matches.dropFirst(step.occurrence).first else { return nil }
            element = match
        }
        return element
    }

    /// Finds an attribute's name in the bytes of a start tag. The document is known to be well formed, so a name
    /// stands after white space and before `=`, and values are quoted.
    private func offset(ofAttribute name: String, in element: XMLElement) -> Int? {
        var index = element.offset + 1
        let wanted = Array(name.utf8)
        while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
        while index < bytes.count {
            while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
            guard index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/") else {
                return nil
            }
            let start = index
            while index < bytes.count, bytes[index] != UInt8(ascii: "="), !Self.isSpace(bytes[index]) { index += 1 }
            if bytes[start..<index].elementsEqual(wanted) { return start }
            while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "'") {
                index += 1
            }
            guard index < bytes.count else { return nil }
            let quote = bytes[index]
            index += 1
            while index < bytes.count, bytes[index] != quote { index += 1 }
            index += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}

extension SchemaPath.Kind {
    /// The name of the XML element.
    package var xmlName: String {
        switch self {
        case .userInfoEntry: "entry"
        default: rawValue
        }
    }

    /// The attribute of the XML element that names it.
    fileprivate var nameAttribute: String {
        switch self {
        case .userInfoEntry: "key"
        case .constraint: "value"
        default: "name"
        }
    }

    /// The element that groups the elements of this kind, where the format has one.
    fileprivate var container: String? {
        switch self {
        case .compoundIndex: "compoundIndexes"
        case .uniquenessConstraint: "uniquenessConstraints"
        case .userInfoEntry: "userInfo"
        default: nil
        }
    }
}
