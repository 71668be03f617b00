package import ModelSchema

/// The parts of a model's file about its editor and diagrams, which are not part of the model.
package struct EditorPart: Sendable, Hashable {
    /// An attribute of the model's element, such as `lastSavedToolsVersion`.
    package struct HeaderEntry: Sendable, Hashable {
        /// The name of the attribute.
        package var name: String
        /// The text of the attribute.
        package var text: String

        /// Creates an entry.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The position of an entity in a diagram. Editors write integers as strings.
    package struct Placement: Sendable, Hashable {
        /// The name of the entity.
        package var name: String
        /// The left and upper edges, the width, and the height.
        package var frame: [String]

        /// Creates the position of an entity.
        package init(name: String, frame: [String]) {
            self.name = name
            self.frame = frame
        }
    }

    /// The attributes in the order of the editor.
    package var header: [HeaderEntry]
    /// The positions in the order of the file; nil if the file has no diagram.
    package var layout: [Placement]?

    /// Creates the parts for a header and a diagram.
    package init(header: [HeaderEntry], layout: [Placement]? = nil) {
        self.header = header
        self.layout = layout
    }

    /// The part of a model that no editor has saved.
    package static let new = EditorPart(header: ModelFormat.newHeader.map { HeaderEntry(name: $0.rawValue, text: $1) })

    /// The type of a model's file.
    package static let documentType = HeaderEntry(name: FormatName.type.rawValue, text: ModelFormat.documentType)

    /// The names of the attributes in the order of the editor, without that of ``documentType``.
    package static let headerNames = fileNames.filter { $0 != documentType.name }
    private static let fileNames = ModelFormat.model.fields.filter(\.isKept).map(\.name)

    /// The names of the parts of a ``Placement/frame``.
    private static let frameNames = ["positionX", "positionY", "width", "height"]

    fileprivate init(_ root: XMLElement) {
        header = Self.fileNames.compactMap { name in root[name].map { HeaderEntry(name: name, text: $0) } }
        let layouts = Array(root.children(.elements))
        layout =
            layouts.isEmpty
            ? nil
            : layouts.flatMap(\.children).map { element in
                Placement(name: element[.name] ?? "", frame: Self.frameNames.map { element[$0] ?? "" })
            }
    }

    /// The bytes of a file with only this part; nil if XML cannot contain one of the strings.
    fileprivate var bytes: [UInt8]? {
        var output = XMLOutput()
        output.declaration()
        output.startElement(FormatName.model.rawValue)
        var isWhole = header.allSatisfy { output.attribute($0.name, $0.text) }
        if let layout {
            output.startElement(FormatName.elements.rawValue)
            for placement in layout {
                output.startElement("element")
                let texts = [(FormatName.name.rawValue, placement.name)] + zip(Self.frameNames, placement.frame)
                isWhole = isWhole && texts.allSatisfy { output.attribute($0, $1) }
                output.endElement("element")
            }
            output.endElement(FormatName.elements.rawValue)
        }
        output.endElement(FormatName.model.rawValue)
        return isWhole ? output.bytes : nil
    }
}

extension ModelDocument {
    /// The file's part about its editor and diagrams; nil for a document without a file.
    package var editorPart: EditorPart? { (source?.root).map(EditorPart.init) }

    /// Creates a document for a model, with the part about its editor and diagrams.
    ///
    /// - Returns: Nil if XML cannot contain one of the strings.
    package init?(_ model: Model, saying editorPart: EditorPart) {
        guard let bytes = editorPart.bytes,
            let source = try? XMLParser(limits: XMLLimits(), names: FormatName.table).parse(bytes)
        else { return nil }
        self.init(model: model, source: source)
    }
}
