import ModelConfiguration
import ModelSchema
import StructuredText

/// The inner elements of an element under one key.
struct TextPart<Whole>: Sendable {
    let key: String
    let summary: String
    let schema: StructuredValue
    let read: @Sendable (YAMLNode, SchemaPath, inout Whole, inout TextReading) -> Void
    /// Returns the value for the key; nil if there are no inner elements.
    let write: @Sendable (Whole, TextWriting) -> YAMLValue?

    /// Creates a part for named elements.
    static func elements<Element: TextElement>(
        _ key: String, _ path: any WritableKeyPath<Whole, [Element]> & Sendable
    ) -> Self {
        TextPart(
            key: key, summary: "Each \(Element.kindName) by its name.", schema: ModelTextSchema.list(of: Element.self)
        ) { node, place, whole, reading in
            whole[keyPath: path] = reading.elements(in: node, of: key, at: place)
        } write: { whole, writing in
            writing.list(whole[keyPath: path])
        }
    }

    /// Creates a part for lists of names. A list with a single name is written as the name.
    static func nameLists(
        _ key: String, _ summary: String, read: @escaping @Sendable (Whole) -> [[String]],
        write: @escaping @Sendable (inout Whole, [[String]]) -> Void
    ) -> Self {
        let names = ModelTextSchema.form(of: .names)
        let item: StructuredValue = .members(.init("anyOf", .array([ModelTextSchema.form(of: .text), names])))
        return TextPart(
            key: key, summary: summary, schema: .members(.init("type", "array"), .init("items", item))
        ) { node, _, whole, reading in
            write(&whole, reading.nameLists(node, of: key))
        } write: { whole, _ in
            let lists = read(whole)
            guard !lists.isEmpty else { return nil }
            return .inline(.list(lists.map { $0.count == 1 ? .text($0[0]) : .inline(.list($0.map(YAMLValue.text))) }))
        }
    }
}
