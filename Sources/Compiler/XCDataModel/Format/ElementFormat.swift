import ModelSchema

/// The attributes that one kind of XML element has, in the order in which the editor writes them.
struct ElementFormat<Value: Sendable>: Sendable {
    let fields: [ElementField<Value>]
    /// The value of an element without attributes.
    let initial: Value
    /// Adds implicit settings of an element to a value.
    private let complete: @Sendable (inout Value, XMLElement) -> Void
    /// The index of the field for each name of ``FormatName/table``, by number; -1 if the element has none.
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

    /// Creates a format with attributes for an element's settings. Defaults are left out, unless they are always
    /// written.
    ///
    /// - Parameter others: Attributes with their own functions, which replace those with the same names.
    init(
        _ initial: Value, others: [ElementField<Value>] = [],
        complete: @escaping @Sendable (inout Value, XMLElement) -> Void = { _, _ in }
    ) where Value: SettableElement {
        let fields = Value.settings.fileFields.compactMap { field in
            others.first { $0.name == field.setting.rawValue }
                ?? ElementField(field, omitted: field.isAlwaysWritten ? nil : field.read(initial))
        }
        self.init(initial, fields, complete: complete)
    }

    /// Returns the field for the number of a name; nil for an unknown attribute.
    func field(_ nameNumber: Int) -> ElementField<Value>? {
        guard nameNumber < fieldIndices.count, fieldIndices[nameNumber] >= 0 else { return nil }
        return fields[fieldIndices[nameNumber]]
    }

    /// Returns the value of an element.
    ///
    /// - Parameter report: Called for each unknown (nil) or invalid attribute.
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
