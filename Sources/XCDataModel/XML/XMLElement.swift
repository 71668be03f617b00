/// One element of a document.
package struct XMLElement: Sendable {
    package let document: XMLDocument
    /// Which element of the document, in the order in which they begin, from 0.
    package let index: Int

    /// The elements directly inside an element, in the order of the document.
    package struct Children: Sequence, IteratorProtocol {
        fileprivate let document: XMLDocument
        fileprivate var position: Int
        fileprivate let end: Int

        package mutating func next() -> XMLElement? {
            guard position < end else { return nil }
            defer { position = document.nodes[position].end }
            return XMLElement(document: document, index: position)
        }
    }

    package var name: String { document.names[node.name] }

    /// The number of the name in the document's table.
    package var nameNumber: Int { node.name }

    package var children: Children { Children(document: document, position: index + 1, end: node.end) }

    package var parent: XMLElement? { node.parent < 0 ? nil : XMLElement(document: document, index: node.parent) }

    /// In the order of the document.
    package var attributes: ArraySlice<XMLDocument.Attribute> {
        document.attributes[node.firstAttribute..<(node.firstAttribute + node.attributeCount)]
    }

    /// The value of an attribute.
    package subscript(name: String) -> String? { attributes.first { document.names[$0.name] == name }?.value }

    /// The character data directly inside, joined, without white space around it.
    package var text: String { document.texts[index] ?? "" }

    /// The comments between the beginning of the element before and this one, without their delimiters.
    package var commentsBefore: [String] { document.comments[index] ?? [] }

    /// The offset of the element's `<`, in bytes. O(*n*) in the length of the start tag.
    package var offset: Int { document.bytes.offsetOfTag(before: node.tagEnd) }

    /// The offset of an attribute's name, in bytes. O(*n*) in the length of the start tag.
    package func offset(ofAttribute name: String) -> Int? {
        XMLTagAttributes(of: document.bytes, at: offset)
            .first { document.bytes[$0].elementsEqual(name.utf8) }?.lowerBound
    }

    private var node: XMLDocument.Node { document.nodes[index] }
}

extension [UInt8] {
    /// The offset of the nearest `<` at or before an offset, which is the beginning of the tag around it: no `<` may
    /// stand inside a tag.
    func offsetOfTag(before offset: Int) -> Int {
        var index = Swift.min(offset, count - 1)
        while index > 0, self[index] != UInt8(ascii: "<") { index -= 1 }
        return Swift.max(0, index)
    }
}
