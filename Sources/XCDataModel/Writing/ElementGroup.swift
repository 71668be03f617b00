import ModelSchema

/// The elements of one kind inside another, to be written together.
struct ElementGroup {
    let name: FormatName
    let write: (inout ModelElementWriter) -> Void

    /// Elements that describe a list of values.
    ///
    /// - Parameters:
    ///   - sources: The elements around those that the values were read from.
    ///   - key: What tells the elements apart.
    ///   - identifier: The renaming identifier of a value; nil if elements have none.
    ///   - write: Receives a value and the elements it was read from, which are none for a new one.
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

    /// An element that groups others, where there is any to group or the source has it empty.
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
