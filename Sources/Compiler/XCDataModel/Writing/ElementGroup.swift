import ModelSchema

/// A group of inner elements of one kind, which are written together.
struct ElementGroup {
    let name: FormatName
    let write: (inout ModelElementWriter) -> Void

    /// Returns a group for a list of values.
    ///
    /// - Parameters:
    ///   - sources: The parents of the values' source elements.
    ///   - key: The key that identifies the elements.
    ///   - identifier: Returns the renaming identifier of a value; nil if elements have none.
    ///   - write: Receives a value and its source elements, which are empty for a new value.
    static func list<Value>(
        _ name: FormatName, _ values: [Value], in sources: [XMLElement], key: ElementKey<Value>,
        identifier: ((Value) -> String?)? = nil,
        _ write: @escaping (inout ModelElementWriter, Value, [XMLElement]) -> Void
    ) -> Self {
        Self(name: name) { writer in
            let names = values.map(key.ofValue)
            let known = SourceElements(
                name, in: sources, key: key.ofElement, names: names, identifiers: identifier.map(values.map))
            var occurrences: [String: Int] = [:]
            for (index, value) in values.enumerated() {
                let occurrence = occurrences[names[index], default: 0]
                occurrences[names[index]] = occurrence + 1
                let step = SchemaPath.Kind(name).map { kind in
                    key.isName
                        ? SchemaPath.Step(kind: kind, name: names[index], occurrence: occurrence)
                        : SchemaPath.Step(kind: kind, name: nil, occurrence: index)
                }
                writer.descend(step) { writer in
                    write(
                        &writer, value,
                        known.element(names[index], occurrence: occurrence, at: index).map { [$0] } ?? [])
                }
            }
        }
    }

    /// Returns an element that groups others. It is empty only if it is also empty in the source.
    static func container<Value>(
        _ name: FormatName, of member: FormatName, _ values: [Value], in sources: [XMLElement],
        key: ElementKey<Value>,
        _ write: @escaping (inout ModelElementWriter, Value, [XMLElement]) -> Void
    ) -> Self {
        Self(name: name) { writer in
            let containers = sources.flatMap { $0.children(name) }
            let hadMembers = containers.contains { $0.children(member).contains { _ in true } }
            if values.isEmpty && (containers.isEmpty || hadMembers) { return }
            writer.element(
                name, false, as: ModelFormat.container, sources: containers,
                groups: [.list(member, values, in: containers, key: key, write)])
        }
    }
}
