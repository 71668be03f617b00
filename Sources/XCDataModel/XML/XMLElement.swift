/// One element of an XML document, with its place in the bytes it was read from.
package struct XMLElement: Sendable, Hashable {
    package struct Attribute: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package var name: String
    /// In the order of the document.
    package var attributes: [Attribute]
    /// The elements inside, in the order of the document.
    package var children: [XMLElement]
    /// The character data directly inside, joined; empty where there is only white space.
    package var text: String
    /// The offset of the element's `<`, in bytes.
    package var offset: Int

    package init(
        name: String, attributes: [Attribute] = [], children: [XMLElement] = [], text: String = "", offset: Int = 0
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.text = text
        self.offset = offset
    }

    /// The value of an attribute.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// The children with a name, in the order of the document.
    package func children(named name: String) -> some Sequence<XMLElement> {
        children.lazy.filter { $0.name == name }
    }
}
