/// A value that templates look into by name. Nothing is built on the way but what is asked for.
class TemplateObject {
    /// The value of a field; nil where there is none, or nothing in it.
    func member(_ name: String) -> Any? { nil }

    /// All fields, as the variables of an included template.
    var variables: [String: Any] { [:] }
}

/// A record as templates look into it.
final class TemplateRecordObject<Record: TemplateRecord>: TemplateObject {
    private let record: Record
    /// Lists, tables and records that were asked for before: a table that is made anew for each look-up makes look-ups as
    /// slow as there are entries.
    private var made: [Any?] = []

    init(_ record: Record) {
        self.record = record
    }

    override func member(_ name: String) -> Any? {
        guard let index = Record.fields.index(of: name) else { return nil }
        let field = Record.fields.all[index]
        guard field.isCompound else { return field.value(record) }
        if made.isEmpty { made = Array(repeating: nil, count: Record.fields.all.count) }
        if let known = made[index] { return known }
        let value = field.value(record)
        made[index] = value
        return value
    }

    override var variables: [String: Any] { record.variables }
}

/// Values by name, which templates look up, count, and loop over by name.
final class TemplateTable: TemplateObject {
    private let entries: [String: any TemplateValue]
    private var made: [String: Any] = [:]

    init(_ entries: [String: any TemplateValue]) {
        self.entries = entries
    }

    /// The entries, by name.
    var pairs: [(key: String, value: Any)] {
        entries.keys.sorted().compactMap { key in value(key).map { (key, $0) } }
    }

    var isEmpty: Bool { entries.isEmpty }

    override func member(_ name: String) -> Any? {
        name == "count" ? entries.count : value(name)
    }

    private func value(_ name: String) -> Any? {
        if let known = made[name] { return known }
        guard let value = entries[name]?.rendered else { return nil }
        made[name] = value
        return value
    }
}
