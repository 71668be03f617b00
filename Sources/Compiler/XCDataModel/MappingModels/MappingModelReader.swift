import Foundation
public import ModelDiagnostics

/// Reads the XML of a mapping model: the file `xcmapping.xml` in an `.xcmappingmodel` folder.
///
/// The file is a store of Core Data in its XML form, of the editor's own objects. It also contains both versions of the
/// model, which are not read, because those of the project count.
///
/// ```swift
/// let file = folder.appending(path: MappingModelReader.fileName)
/// var diagnostics: [Diagnostic] = []
/// let mappings = try MappingModelReader().read(Array(Data(contentsOf: file)), into: &diagnostics)
/// print(mappings?.destinationPath ?? "not readable")  // Sources/App/Shop.xcdatamodeld/Shop 2.xcdatamodel
/// ```
public struct MappingModelReader: Sendable {
    /// The name of the file in a mapping model.
    public static let fileName = "xcmapping.xml"

    /// The limits for documents.
    public var limits: XMLLimits

    /// Creates a reader with limits.
    public init(limits: XMLLimits = XMLLimits()) { self.limits = limits }

    /// Reads a mapping model.
    ///
    /// Only the mappings that the mapping model lists count: files also contain those that have been deleted.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, which is not trusted.
    ///   - diagnostics: Receives errors.
    /// - Returns: The mapping model, or nil if the bytes are not one.
    public func read(_ bytes: [UInt8], into diagnostics: inout [Diagnostic]) -> MappingModelSource? {
        do {
            let document = try XMLParser(limits: limits, documentType: .named).parse(bytes)
            return try MappingModelObjects(document).mappingModel()
        } catch let error as XMLError {
            diagnostics.append(.malformed(error, in: bytes))
        } catch {
            diagnostics.append(
                (error as? NotAMappingModelError)?.diagnostic ?? .notAMappingModel("\(error)", at: .file))
        }
        return nil
    }
}

/// An error that occurs if a file is not a mapping model.
private struct NotAMappingModelError: Error {
    let diagnostic: Diagnostic
}

/// The objects of an editor's store, by their identifiers.
private struct MappingModelObjects {
    private let document: XMLDocument
    private let objects: [String: XMLElement]
    private let lines: TextPositions

    init(_ document: XMLDocument) {
        self.document = document
        lines = TextPositions(document.bytes)
        let elements = document.root.children.filter { $0.name == "object" }
        objects = Dictionary(elements.compactMap { element in element["id"].map { ($0, element) } }) { first, _ in first
        }
    }

    func mappingModel() throws -> MappingModelSource {
        guard document.root.name == "database" else {
            throw refusal("the root element is <\(document.root.name)>, not <database>", document.root)
        }
        let roots = document.root.children.filter { $0["type"] == "XDDEVMAPPINGMODEL" }
        guard let root = roots.first, roots.count == 1 else {
            throw refusal("it contains \(roots.count) mapping models", document.root)
        }
        let fields = Fields(of: root)
        let entities = try related(fields, "entitymappings", "XDDEVENTITYMAPPING").map(entity)
        return MappingModelSource(
            sourcePath: fields["sourcemodelpath"], destinationPath: fields["destinationmodelpath"],
            entityMappings: entities.enumerated().sorted {
                ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
            }
            .map(\.element),
            sourcePathPosition: position(of: fields.place(of: "sourcemodelpath")),
            destinationPathPosition: position(of: fields.place(of: "destinationmodelpath")))
    }

    private func entity(_ element: XMLElement) throws -> MappingModelSource.EntityMapping {
        let fields = Fields(of: element)
        var entity = MappingModelSource.EntityMapping(
            name: fields["name"], number: fields["mappingnumber"].flatMap { Int($0) } ?? 0,
            sourceEntityName: fields["sourcename"], destinationEntityName: fields["destinationname"],
            entityMigrationPolicyClassName: fields["migrationpolicyclassname"], position: position(of: element))
        entity.attributeMappings = try related(fields, "attributemappings", "XDDEVATTRIBUTEMAPPING").map(property)
        entity.relationshipMappings = try related(fields, "relationshipmappings", "XDDEVRELATIONSHIPMAPPING").map(
            property)
        entity.unknownSettings = fields.names(except: [
            "name", "mappingnumber", "sourcename", "destinationname", "migrationpolicyclassname", "mappingtypename",
            "autogenerateexpression",
        ])
        return entity
    }

    private func property(_ element: XMLElement) throws -> MappingModelSource.PropertyMapping {
        let fields = Fields(of: element)
        guard let name = fields["name"] else { throw refusal("the mapping of a property has no name", element) }
        var property = MappingModelSource.PropertyMapping(
            name: name, sourceKeyPath: fields["sourcekeypath"], sourceMappingName: fields["sourcemappingname"],
            position: position(of: element))
        if let text = fields["valueexpressiondata"] {
            guard let data = Self.bytes(ofBase64: text) else {
                throw refusal("the expression of '\(name)' is not Base64", element)
            }
            property.expressionArchive = data
        }
        property.unknownSettings = fields.names(except: [
            "name", "sourcekeypath", "sourcemappingname", "valueexpressiondata", "autogenerateexpression",
        ])
        return property
    }

    private func related(_ fields: Fields, _ name: String, _ type: String) throws -> [XMLElement] {
        try (fields.references[name] ?? []).map { identifier in
            guard let object = objects[String(identifier)], object["type"] == type else {
                throw refusal("it refers to '\(identifier)', which does not exist", fields.element)
            }
            return object
        }
    }

    /// Editors leave out the padding.
    private static func bytes(ofBase64 text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        let padding = Array(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: Data(digits + padding)).map { Array($0) }
    }

    private func position(of element: XMLElement) -> MappingModelSource.Position {
        let place = lines.position(ofOffset: element.offset)
        return MappingModelSource.Position(line: place.line, column: place.column)
    }

    private func refusal(_ reason: String, _ element: XMLElement) -> NotAMappingModelError {
        let place = position(of: element)
        return NotAMappingModelError(
            diagnostic: .notAMappingModel(reason, at: .source(line: place.line, column: place.column)))
    }
}

/// The attributes and relationships of an object in an editor's store, without empty ones.
private struct Fields {
    let element: XMLElement
    private var values: [String: String] = [:]
    private(set) var references: [String: [Substring]] = [:]

    init(of element: XMLElement) {
        self.element = element
        for child in element.children {
            guard let name = child["name"] else { continue }
            if child.name == "relationship" {
                references[name] = (child["idrefs"] ?? "").split(separator: " ")
            } else if !child.text.isEmpty {
                values[name] = child.text
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// The element of an attribute; the object's own if it does not have the attribute.
    func place(of name: String) -> XMLElement {
        element.children.first { $0.name == "attribute" && $0["name"] == name } ?? element
    }

    /// The names of the attributes with values, except the known ones, sorted.
    func names(except known: Set<String>) -> [String] { values.keys.filter { !known.contains($0) }.sorted() }
}
