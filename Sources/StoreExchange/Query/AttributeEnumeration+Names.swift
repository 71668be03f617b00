import ModelSchema

extension AttributeEnumeration {
    /// The name of the case with a stored value; nil for a value that no case has.
    func caseName(of value: RawValue) -> String? {
        cases?.first { $0.rawValue == value }?.name
    }

    /// The stored value that a text stands for: the case of that name, unless the text is a stored value itself.
    func rawValue(named text: String) -> RawValue? {
        guard let cases, !cases.contains(where: { $0.rawValue == .string(text) }) else { return nil }
        return cases.first { $0.name == text }?.rawValue
    }
}
