/// Finds the elements that the values of a model were read from, by name and number among equal names.
struct SourceElements {
    private var elements: [String?: [XMLElement]] = [:]

    /// - Parameters:
    ///   - parents: The elements to search; several where a file repeats what should come once.
    ///   - key: The attribute that tells elements apart; nil where only their order does.
    init(_ name: FormatName, in parents: [XMLElement], key: FormatName?) {
        for parent in parents {
            for child in parent.children(name) {
                elements[key.map { child[$0] ?? "" }, default: []].append(child)
            }
        }
    }

    func element(_ key: String?, occurrence: Int) -> XMLElement? {
        guard let equal = elements[key], occurrence < equal.count else { return nil }
        return equal[occurrence]
    }
}
