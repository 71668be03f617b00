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
    /// The paths of the elements whose user info exists but is empty, such as `Order` and `Order/note`, in the order of
    /// the file. A member of a composite has the path `Address/street`.
    package var emptyUserInfo: [String]

    /// Creates the parts for a header, a diagram, and elements with empty user info.
    package init(header: [HeaderEntry], layout: [Placement]? = nil, emptyUserInfo: [String] = []) {
        self.header = header
        self.layout = layout
        self.emptyUserInfo = emptyUserInfo
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
        emptyUserInfo = root.children.filter { [.entity, .composite].contains($0.formatName) }.flatMap { owner in
            let name = owner[.name] ?? ""
            return owner.children.filter(Self.hasEmptyUserInfo).map { "\(name)/\($0[.name] ?? "")" }
                + (Self.hasEmptyUserInfo(owner) ? [name] : [])
        }
    }

    private static func hasEmptyUserInfo(_ element: XMLElement) -> Bool {
        let userInfo = Array(element.children(.userInfo))
        return !userInfo.isEmpty && userInfo.allSatisfy { !$0.children.contains { _ in true } }
    }

    /// Returns the bytes of a file with only this part; nil if XML cannot contain one of the strings.
    ///
    /// - Parameter model: The model whose elements have the paths.
    fileprivate func bytes(in model: Model) -> [UInt8]? {
        var output = XMLOutput()
        output.declaration()
        output.startElement(FormatName.model.rawValue)
        var isWhole = header.allSatisfy { output.attribute($0.name, $0.text) }
        let paths = Set(emptyUserInfo)
        if !paths.isEmpty {
            for entity in model.entities {
                let properties: [(FormatName, [String])] = [
                    (.attribute, entity.attributes.map(\.name)), (.relationship, entity.relationships.map(\.name)),
                    (.fetchedProperty, entity.fetchedProperties.map(\.name)),
                ]
                isWhole = output.emptyUserInfo(of: (.entity, entity.name), properties, at: paths) && isWhole
            }
            for composite in model.composites {
                let members = [(FormatName.attribute, composite.attributes.map(\.name))]
                isWhole = output.emptyUserInfo(of: (.composite, composite.name), members, at: paths) && isWhole
            }
        }
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
    package init?(_ model: Model, editorPart: EditorPart) {
        guard let bytes = editorPart.bytes(in: model),
            let source = try? XMLParser(limits: XMLLimits(), names: FormatName.table).parse(bytes)
        else { return nil }
        self.init(model: model, source: source)
    }
}

extension XMLOutput {
    /// Writes an element, its properties, and their user info, as far as the paths name them.
    ///
    /// - Returns: Whether XML can contain the names.
    fileprivate mutating func emptyUserInfo(
        of owner: (element: FormatName, name: String), _ properties: [(element: FormatName, names: [String])],
        at paths: Set<String>
    ) -> Bool {
        var isWhole = true
        var isOpen = false
        func open(_ output: inout XMLOutput) {
            guard !isOpen else { return }
            isOpen = true
            output.startElement(owner.element.rawValue)
            isWhole = output.attribute(FormatName.name.rawValue, owner.name) && isWhole
        }
        for (element, names) in properties {
            for name in names where paths.contains("\(owner.name)/\(name)") {
                open(&self)
                startElement(element.rawValue)
                isWhole = attribute(FormatName.name.rawValue, name) && isWhole
                emptyElement(.userInfo)
                endElement(element.rawValue)
            }
        }
        if paths.contains(owner.name) {
            open(&self)
            emptyElement(.userInfo)
        }
        if isOpen { endElement(owner.element.rawValue) }
        return isWhole
    }

    private mutating func emptyElement(_ name: FormatName) {
        startElement(name.rawValue)
        endElement(name.rawValue)
    }
}
