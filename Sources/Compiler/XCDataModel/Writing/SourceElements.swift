/// Finds the source elements of a model's values, by name and index among equal names.
struct SourceElements {
    /// An element whose value has a new name.
    struct Renaming {
        let oldName: String
        let newName: String
        fileprivate let element: XMLElement
    }

    private var elements: [String: [XMLElement]] = [:]
    /// The renamings, by the index of the value in its list.
    private(set) var renamings: [Int: Renaming] = [:]

    /// - Parameters:
    ///   - parents: The elements to search; several if a file repeats an element.
    ///   - key: Returns the key of an element.
    ///   - names: The keys of the values, in their order.
    ///   - identifiers: The renaming identifier of each value; nil if elements have none.
    init(
        _ name: FormatName, in parents: [XMLElement], key: (XMLElement) -> String, names: [String],
        identifiers: [String?]? = nil
    ) {
        var sources: [(name: String, element: XMLElement)] = []
        for parent in parents {
            for child in parent.children(name) { sources.append((key(child), child)) }
        }
        for source in sources { elements[source.name, default: []].append(source.element) }
        // A renaming keeps the index, the count, and the renaming identifier.
        guard sources.count == names.count else { return }
        let known = Set(names)
        for (index, source) in sources.enumerated() {
            let (oldName, newName) = (source.name, names[index])
            guard elements[newName] == nil, !known.contains(oldName) else { continue }
            if let identifiers {
                let before = Self.identity(source.element[.elementID], oldName)
                guard before == Self.identity(identifiers[index], newName) else { continue }
            }
            renamings[index] = Renaming(oldName: oldName, newName: newName, element: source.element)
        }
    }

    private static func identity(_ identifier: String?, _ name: String) -> String {
        identifier.flatMap { $0.isEmpty ? nil : $0 } ?? name
    }

    /// - Parameters:
    ///   - occurrence: The index of the value among values with the same name.
    ///   - index: The index of the value.
    func element(_ name: String, occurrence: Int, at index: Int) -> XMLElement? {
        guard let equal = elements[name] else { return renamings[index]?.element }
        return occurrence < equal.count ? equal[occurrence] : nil
    }
}

/// The key that identifies elements of a kind in a file and in a model.
struct ElementKey<Value> {
    let ofElement: (XMLElement) -> String
    let ofValue: (Value) -> String
    /// Whether the key is a name, which paths contain.
    let isName: Bool

    /// Creates a key from an attribute.
    static func attribute(_ name: FormatName, _ text: @escaping (Value) -> String) -> Self {
        Self(ofElement: { $0[name] ?? "" }, ofValue: text, isName: true)
    }

    /// Creates a key from the names of inner elements.
    static func members(_ name: FormatName, _ names: @escaping (Value) -> [String]) -> Self {
        Self(
            ofElement: { joined($0.children(name).map { $0[.value] ?? "" }) }, ofValue: { joined(names($0)) },
            isName: false)
    }

    // XML cannot contain this character.
    private static func joined(_ names: some Sequence<String>) -> String { names.joined(separator: "\0") }
}
