/// A value that templates look into by name. Nothing is built on the way but what is asked for.
class TemplateObject {
    /// The value of a field; nil if there is none, or nothing in it.
    func member(_ name: String) -> RenderedValue? { nil }

    /// All fields, as the variables of an included template.
    var variables: [String: RenderedValue] { [:] }

    /// What a loop over the value goes through, by name.
    var pairs: [(key: String, value: RenderedValue)] { [] }

    /// Whether a condition takes the value for nothing.
    var isEmpty: Bool { false }
}

/// A record as templates look into it.
///
/// It knows its record by a closure: code that is generic in the record would ask the runtime for its types at each look-up.
final class TemplateRecordObject: TemplateObject {
    private let places: TemplateFieldPlaces
    private let value: (_ index: Int) -> RenderedValue?
    /// Lists, tables and records that were asked for before: a table that is made again for each look-up makes look-ups as
    /// slow as there are entries.
    private var made: [RenderedValue?] = []

    init<Record: TemplateRecord>(_ record: Record) {
        let fields = Record.fields
        places = fields.places
        value = { [values = fields.values] index in values[index](record) }
    }

    override func member(_ name: String) -> RenderedValue? {
        guard let place = places.byName[name] else { return nil }
        guard place.isCompound else { return value(place.index) }
        if made.isEmpty { made = Array(repeating: nil, count: places.byName.count) }
        if let known = made[place.index] { return known }
        let value = value(place.index)
        made[place.index] = value
        return value
    }

    override var variables: [String: RenderedValue] {
        places.byName.compactMapValues { value($0.index) }
    }
}

/// Values by name, which templates look up, count, and loop over by name.
final class TemplateTable: TemplateObject {
    private let entries: [String: any TemplateValue]
    private var made: [String: RenderedValue] = [:]

    init(_ entries: [String: any TemplateValue]) {
        self.entries = entries
    }

    override var pairs: [(key: String, value: RenderedValue)] {
        entries.keys.sorted().compactMap { key in value(key).map { (key, $0) } }
    }

    override var isEmpty: Bool { entries.isEmpty }

    override func member(_ name: String) -> RenderedValue? {
        name == "count" ? .integer(entries.count) : value(name)
    }

    private func value(_ name: String) -> RenderedValue? {
        if let known = made[name] { return known }
        guard let value = entries[name]?.rendered else { return nil }
        made[name] = value
        return value
    }
}
