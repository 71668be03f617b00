/// The attributes to write for an element: those of its value in canonical order, and between them other attributes of
/// its source.
struct AttributeList {
    private(set) var list: [(name: String, value: String)] = []

    /// - Parameter defaults: The attributes to use without a source.
    init<Value>(
        _ value: Value, as format: ElementFormat<Value>, sources: [XMLElement], defaults: [(FormatName, String)]
    ) {
        for field in format.fields {
            let text = Self.kept(field, of: value, as: format, sources.first) ?? field.write(value)
            let initial = sources.isEmpty ? defaults.first { $0.0.rawValue == field.name }?.1 : nil
            if let text = text ?? initial { list.append((field.name, text)) }
        }
        for source in sources {
            var previous: String?
            for attribute in source.attributes {
                let name = source.document.names[attribute.name]
                if format.field(attribute.name) == nil { insert(name, attribute.value, after: previous) }
                previous = name
            }
        }
    }

    /// Returns the source's text for a field that is not part of the model, or for an invalid value as long as the
    /// model has the value that the reader assumed.
    private static func kept<Value>(
        _ field: ElementField<Value>, of value: Value, as format: ElementFormat<Value>, _ source: XMLElement?
    ) -> String? {
        guard let source, let text = source[field.name] else { return nil }
        if field.isKept { return text }
        guard field.keepsUnreadableText else { return nil }
        var scratch = format.initial
        guard field.read(text, &scratch) != nil else { return nil }
        let assumed = format.value(of: source) { _, _ in }
        return field.write(assumed) == field.write(value) ? text : nil
    }

    private mutating func insert(_ name: String, _ value: String, after previous: String?) {
        guard !list.contains(where: { $0.name == name }) else { return }
        let index = list.firstIndex { $0.name == previous }.map { $0 + 1 } ?? 0
        list.insert((name, value), at: index)
    }
}
