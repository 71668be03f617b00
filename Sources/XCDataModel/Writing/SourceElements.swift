/// Finds the elements that the values of a model were read from, by name and number among equal names.
struct SourceElements {
    /// An element whose value has another name now.
    struct Renaming {
        let oldName: String
        let newName: String
        fileprivate let element: XMLElement
    }

    private var elements: [String: [XMLElement]] = [:]
    /// By the number of the value in its list.
    private(set) var renamings: [Int: Renaming] = [:]

    /// - Parameters:
    ///   - parents: The elements to search; several where a file repeats what should come once.
    ///   - key: What tells an element apart.
    ///   - names: The same of each value, in their order.
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
        // A renaming keeps place and count, and what the element is known by in other versions.
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
    ///   - occurrence: How many values of the same name come before.
    ///   - index: How many values come before.
    func element(_ name: String, occurrence: Int, at index: Int) -> XMLElement? {
        guard let equal = elements[name] else { return renamings[index]?.element }
        return occurrence < equal.count ? equal[occurrence] : nil
    }
}

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
