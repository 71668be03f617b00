/// One element of a document.
package struct XMLElement: Sendable {
    package let document: XMLDocument
    /// The index of the element in document order.
    package let index: Int

    /// The children of an element, in document order.
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

    /// The attributes, in document order.
    package var attributes: ArraySlice<XMLDocument.Attribute> {
        document.attributes[node.firstAttribute..<(node.firstAttribute + node.attributeCount)]
    }

    /// The value of an attribute.
    package subscript(name: String) -> String? { attributes.first { document.names[$0.name] == name }?.value }

    /// The joined text directly inside the element, without surrounding white space.
    package var text: String { document.texts[index] ?? "" }

    /// The comments and processing instructions between the start of the previous element and this element.
    var remarksBefore: [XMLRemark] { document.remarks[index] ?? [] }

    /// The byte offset of the element's `<`. O(*n*) in the length of the start tag.
    package var offset: Int { document.bytes.offsetOfTag(before: node.tagEnd) }

    /// Returns the byte offset of an attribute's name. O(*n*) in the length of the start tag.
    package func offset(ofAttribute name: String) -> Int? {
        XMLTagAttributes(of: document.bytes, at: offset)
            .first { document.bytes[$0].elementsEqual(name.utf8) }?.lowerBound
    }

    private var node: XMLDocument.Node { document.nodes[index] }
}

extension [UInt8] {
    /// Returns the offset of the nearest `<` at or before an offset, which is the start of the tag, because tags cannot
    /// contain `<`.
    func offsetOfTag(before offset: Int) -> Int {
        var index = Swift.min(offset, count - 1)
        while index > 0, self[index] != UInt8(ascii: "<") { index -= 1 }
        return Swift.max(0, index)
    }
}
