public import ModelSchema

/// The positions of elements and attributes in a model's XML.
///
/// The map computes lines and columns on request, because only diagnostics need them.
///
/// ```swift
/// if let position = document.sourceMap.position(of: .entity("Book").setting("name")) {
///     print("the name is in line \(position.line), column \(position.column)")
/// }
/// ```
public struct SourceMap: Sendable {
    let document: XMLDocument?

    /// - Parameter document: The XML of the model; nil for a model without a file.
    package init(_ document: XMLDocument?) { self.document = document }

    /// Returns the position of an element, or of the attribute that the path's setting names if the element has it.
    ///
    /// Lines and columns start at 1, and columns count characters (Unicode scalars). Nil if the source has no such
    /// element. O(*n*) in the size of the source.
    public func position(of path: SchemaPath) -> (line: Int, column: Int)? {
        guard let document, let element = element(at: path) else { return nil }
        let attribute = path.setting.flatMap { element.offset(ofAttribute: $0) }
        return Self.position(ofOffset: attribute ?? element.offset, in: document.bytes)
    }

    /// Returns the line and column of a byte offset, both from 1.
    package static func position(ofOffset offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var line = 1
        // Editors do not count a byte order mark as a character of the first line.
        let mark = XMLEncodingCheck.byteOrderMark
        var lineStart = bytes.starts(with: mark) ? mark.count : 0
        let end = max(lineStart, min(offset, bytes.count))
        for index in 0..<end where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        // Every byte except a continuation byte begins a scalar.
        let column = bytes[lineStart..<end].reduce(into: 1) { if $1 & 0xC0 != 0x80 { $0 += 1 } }
        return (line, column)
    }

    package func element(at path: SchemaPath) -> XMLElement? {
        guard var element = document?.root else { return nil }
        for step in path.steps {
            let matches = element.elements(of: step.kind).filter {
                step.name == nil || $0[step.kind.nameAttribute] == step.name
            }
            guard let match = matches.dropFirst(step.occurrence).first else { return nil }
            element = match
        }
        return element
    }

    /// Returns the path of an element; nil if elements of its kind have no paths.
    package func path(to element: XMLElement) -> SchemaPath? {
        guard let parent = element.parent else { return .model }
        guard let kind = element.formatName.flatMap(SchemaPath.Kind.init) else { return nil }
        let owner = kind.container == nil ? parent : parent.parent
        guard let owner, let path = path(to: owner) else { return nil }
        let name = element[kind.nameAttribute]
        var occurrence = 0
        for other in owner.elements(of: kind) {
            if other.index == element.index { return path.appending(kind, name, occurrence: occurrence) }
            if other[kind.nameAttribute] == name || name == nil { occurrence += 1 }
        }
        return nil
    }
}

extension XMLElement {
    /// Returns the inner elements of a kind, either direct children or in the elements that group them.
    func elements(of kind: SchemaPath.Kind) -> some Sequence<XMLElement> {
        let groups = kind.container.map { Array(children($0)) } ?? [self]
        return groups.lazy.flatMap { $0.children(kind.formatName) }
    }
}

extension SchemaPath.Kind {
    init?(_ name: FormatName) {
        if name == .entry { self = .userInfoEntry } else { self.init(rawValue: name.rawValue) }
    }

    fileprivate var formatName: FormatName {
        switch self {
        case .entity: .entity
        case .attribute: .attribute
        case .relationship: .relationship
        case .fetchedProperty: .fetchedProperty
        case .fetchRequest: .fetchRequest
        case .configuration: .configuration
        case .memberEntity: .memberEntity
        case .composite: .composite
        case .fetchIndex: .fetchIndex
        case .fetchIndexElement: .fetchIndexElement
        case .compoundIndex: .compoundIndex
        case .uniquenessConstraint: .uniquenessConstraint
        case .constraint: .constraint
        case .userInfoEntry: .entry
        }
    }

    /// The XML attribute with the name of an element of this kind.
    var nameAttribute: FormatName {
        switch self {
        case .userInfoEntry: .key
        case .constraint: .value
        default: .name
        }
    }

    /// The XML element that groups elements of this kind, if there is one.
    fileprivate var container: FormatName? {
        switch self {
        case .compoundIndex: .compoundIndexes
        case .uniquenessConstraint: .uniquenessConstraints
        case .userInfoEntry: .userInfo
        default: nil
        }
    }
}
