package import ModelSchema

/// What the file of a model says about its editor and about diagrams, which the model itself has no place for.
package struct EditorPart: Sendable, Hashable {
    /// An attribute of the model's element, such as `lastSavedToolsVersion`.
    package struct HeaderEntry: Sendable, Hashable {
        /// The attribute's name.
        package var name: String
        /// Its text.
        package var text: String

        /// An attribute with its text.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Where a diagram shows an entity: strings, which editors make of integers.
    package struct Placement: Sendable, Hashable {
        /// The entity's name.
        package var name: String
        /// Left and upper edge, width and height.
        package var frame: [String]

        /// A place of an entity.
        package init(name: String, frame: [String]) {
            self.name = name
            self.frame = frame
        }
    }

    /// The attributes in the order of the editor.
    package var header: [HeaderEntry]
    /// The places in the order of the file; nil if the file has no diagram.
    package var layout: [Placement]?

    /// What the header and the diagram say.
    package init(header: [HeaderEntry], layout: [Placement]? = nil) {
        self.header = header
        self.layout = layout
    }

    /// That of a model that no editor has saved.
    package static let new = EditorPart(header: ModelFormat.newHeader.map { HeaderEntry(name: $0.rawValue, text: $1) })

    /// What every model's file says of its type.
    package static let documentType = HeaderEntry(name: FormatName.type.rawValue, text: ModelFormat.documentType)

    /// The names that the attributes can have besides that of ``documentType``, in the order of the editor.
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

    /// A file that says this and nothing else.
    ///
    /// - Returns: The bytes, or nil if XML cannot hold one of the strings.
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
    /// What the file says besides its model; nil for a document that comes from none.
    package var editorPart: EditorPart? { (source?.root).map(EditorPart.init) }

    /// A document for a model, with what its file is to say besides.
    ///
    /// - Returns: nil if XML cannot hold what the file is to say.
    package init?(_ model: Model, saying editorPart: EditorPart) {
        guard let bytes = editorPart.bytes,
            let source = try? XMLParser(limits: XMLLimits(), names: FormatName.table).parse(bytes)
        else { return nil }
        self.init(model: model, source: source)
    }
}
