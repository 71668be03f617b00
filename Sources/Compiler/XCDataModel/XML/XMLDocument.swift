/// An XML document with its bytes, and its elements in document order.
///
/// Two flat arrays contain the elements and attributes, so a document needs few allocations, and freeing a deep one is
/// not recursive.
package final class XMLDocument: Sendable {
    struct Node: Sendable {
        /// The index of the name in ``XMLDocument/names``.
        var name: Int
        /// The index of the first attribute in ``XMLDocument/attributes``.
        var firstAttribute: Int
        var attributeCount: Int
        /// The index of the parent element; -1 for the root.
        var parent: Int
        /// The index after the last element inside this one.
        var end: Int
        /// An offset inside the start tag, after its `<` and its attributes.
        var tagEnd: Int
    }

    package struct Attribute: Sendable {
        /// The index of the name in ``XMLDocument/names``.
        package var name: Int
        package var value: String
    }

    package let bytes: [UInt8]
    package let names: [String]
    let nodes: [Node]
    let attributes: [Attribute]
    /// The text directly inside elements, by the element's index, except white space.
    let texts: [Int: String]
    /// The comments and processing instructions before an element, by the element's index; those after the beginning of
    /// the last element by the number of elements.
    let remarks: [Int: [XMLRemark]]

    init(
        bytes: [UInt8], names: [String], nodes: [Node], attributes: [Attribute], texts: [Int: String],
        remarks: [Int: [XMLRemark]]
    ) {
        self.bytes = bytes
        self.names = names
        self.nodes = nodes
        self.attributes = attributes
        self.texts = texts
        self.remarks = remarks
    }

    /// The outermost element.
    package var root: XMLElement { XMLElement(document: self, index: 0) }

    /// The comments and processing instructions after the beginning of the last element.
    var trailingRemarks: [XMLRemark] { remarks[nodes.count] ?? [] }

    /// The byte order mark at the beginning of the file, which has no meaning in UTF-8; empty if there is none.
    package var byteOrderMark: [UInt8] {
        let mark = XMLEncodingCheck.byteOrderMark
        return bytes.starts(with: mark) ? mark : []
    }
}

/// A part of a document that is not an element and has no meaning in a model.
enum XMLRemark: Sendable, Hashable {
    /// The text between the delimiters.
    case comment(String)
    /// The name and the data, which is empty if there is none.
    case processingInstruction(name: String, data: String)
}
