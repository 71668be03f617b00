import ModelSchema

/// The attributes that one kind of XML element has, in the order in which the editor writes them.
struct ElementFormat<Value: Sendable>: Sendable {
    let fields: [ElementField<Value>]
    /// What an element without attributes says.
    let initial: Value
    /// Adds to a value what the element leaves unsaid.
    private let complete: @Sendable (inout Value, XMLElement) -> Void
    /// For each name of ``FormatName/table``, by its number, the index of its field; -1 where the element has none.
    private let fieldIndices: [Int]

    init(
        _ initial: Value, _ fields: [ElementField<Value>],
        complete: @escaping @Sendable (inout Value, XMLElement) -> Void = { _, _ in }
    ) {
        self.initial = initial
        self.fields = fields
        self.complete = complete
        fieldIndices = FormatName.table.names.map { name in fields.firstIndex { $0.name == name } ?? -1 }
    }

    /// The attributes that hold an element's settings. What a new element has is left out, unless it is always said.
    ///
    /// - Parameter others: Attributes that are read or written in ways of their own, in the places of those of their names.
    init(
        _ initial: Value, others: [ElementField<Value>] = [],
        complete: @escaping @Sendable (inout Value, XMLElement) -> Void = { _, _ in }
    ) where Value: SettableElement {
        let fields = Value.settings.fileFields.compactMap { field in
            others.first { $0.name == field.setting.rawValue }
                ?? ElementField(field, omitted: field.isAlwaysSaid ? nil : field.read(initial))
        }
        self.init(initial, fields, complete: complete)
    }

    /// The field of an attribute whose name has a number; nil for an attribute the format is not known to have.
    func field(_ nameNumber: Int) -> ElementField<Value>? {
        guard nameNumber < fieldIndices.count, fieldIndices[nameNumber] >= 0 else { return nil }
        return fields[fieldIndices[nameNumber]]
    }

    /// The value an element describes.
    ///
    /// - Parameter report: Called for each attribute that is unknown (nil) or whose text cannot be read.
    func value(
        of element: XMLElement, _ report: (XMLDocument.Attribute, ElementField<Value>.Problem?) -> Void
    ) -> Value {
        var value = initial
        for attribute in element.attributes {
            guard let field = field(attribute.name) else {
                report(attribute, nil)
                continue
            }
            if let problem = field.read(attribute.value, &value) { report(attribute, problem) }
        }
        complete(&value, element)
        return value
    }
}
