/// A value whose members templates access by name. It creates only requested members.
@usableFromInline
package class TemplateObject {
    /// The value of a field; nil if there is no such field, or no value.
    func member(_ name: String) -> RenderedValue? { nil }

    /// All fields, as the variables of an included template.
    var variables: [String: RenderedValue] { [:] }

    /// The values for a loop, by name.
    var pairs: [(key: String, value: RenderedValue)] { [] }

    /// Whether the value counts as false in a condition.
    var isEmpty: Bool { false }
}

/// A record as an object for templates.
@usableFromInline
final class TemplateRecordObject: TemplateObject {
    private let places: TemplateFieldPlaces
    private let value: (_ index: Int) -> RenderedValue?
    /// Lists, tables, and records of earlier requests. Creating a table for each lookup would make lookups O(*n*) in
    /// its size.
    private var made: [RenderedValue?] = []

    /// - Parameter value: Returns the value of the field at a place.
    @usableFromInline
    init(_ places: TemplateFieldPlaces, _ value: @escaping (_ index: Int) -> RenderedValue?) {
        self.places = places
        self.value = value
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

    override var variables: [String: RenderedValue] { places.byName.compactMapValues { value($0.index) } }
}

/// Values by name, which templates look up, count, and loop over by name.
@usableFromInline
package final class TemplateTable: TemplateObject {
    private let entries: [String: any TemplateValue]
    private var made: [String: RenderedValue] = [:]

    /// Creates a table of values by name.
    @usableFromInline
    package init(_ entries: [String: any TemplateValue]) { self.entries = entries }

    override var pairs: [(key: String, value: RenderedValue)] {
        entries.keys.sorted().compactMap { key in value(key).map { (key, $0) } }
    }

    override var isEmpty: Bool { entries.isEmpty }

    override func member(_ name: String) -> RenderedValue? { name == "count" ? .integer(entries.count) : value(name) }

    private func value(_ name: String) -> RenderedValue? {
        if let known = made[name] { return known }
        guard let value = entries[name]?.rendered else { return nil }
        made[name] = value
        return value
    }
}
