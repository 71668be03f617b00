/// What tells the elements of a kind apart, in a file and in a model.
struct ElementKey<Value> {
    let ofElement: (XMLElement) -> String
    let ofValue: (Value) -> String
    /// Whether it is a name, which paths point to the element by.
    let isName: Bool

    /// One of the attributes.
    static func attribute(_ name: FormatName, _ text: @escaping (Value) -> String) -> Self {
        Self(ofElement: { $0[name] ?? "" }, ofValue: text, isName: true)
    }

    /// The names that the elements inside have.
    static func members(_ name: FormatName, _ names: @escaping (Value) -> [String]) -> Self {
        Self(
            ofElement: { joined($0.children(name).map { $0[.value] ?? "" }) }, ofValue: { joined(names($0)) },
            isName: false)
    }

    // Nothing in XML has this character.
    private static func joined(_ names: some Sequence<String>) -> String { names.joined(separator: "\0") }
}
