extension TemplateType {
    /// The type without optionality.
    var unwrapped: TemplateType {
        if case .optional(let type) = self { return type.unwrapped }
        return self
    }

    /// Whether a value of the type has parts: a list, a table, or a record.
    @usableFromInline
    var isCompound: Bool {
        switch unwrapped {
        case .list, .table, .record: true
        default: false
        }
    }

    /// The type of a member; nil if it does not exist.
    func member(_ name: String) -> TemplateType? {
        switch unwrapped {
        case .any: return .any
        case .flag, .number: return nil
        case .text: return Self.member(name, ofListOf: .text)
        case .list(let element): return Self.member(name, ofListOf: element)
        case .table(let element): return name == "count" ? .number : .optional(element)
        case .record(let type): return type.fieldTypes.first { $0.name == name }?.type
        case .optional: return nil
        }
    }

    private static func member(_ name: String, ofListOf element: TemplateType) -> TemplateType? {
        if name == "count" { return .number }
        return ["first", "last"].contains(name) || Int(name) != nil ? .optional(element) : nil
    }

    /// The names of the members, for suggestions.
    var memberNames: [String] {
        switch unwrapped {
        case .text, .list: ["count", "first", "last"]
        case .record(let type): type.fieldTypes.map(\.name)
        default: []
        }
    }

    /// The types of a loop's variables: the name and the value, or only the value; nil if a loop is not possible.
    var elements: (key: TemplateType?, value: TemplateType)? {
        switch unwrapped {
        case .any: (.any, .any)
        case .list(let element): (nil, element)
        case .table(let element): (.text, element)
        default: nil
        }
    }

    /// The name of the type in the documentation.
    package var text: String {
        switch self {
        case .text: "text"
        case .flag: "flag"
        case .number: "number"
        case .list(let element): "list of \(element.text)"
        case .table(let element): "table of \(element.text)"
        case .optional(let type): "optional \(type.text)"
        case .record(let type): "\(type)"
        case .any: "anything"
        }
    }
}

extension TemplateRecord {
    /// The names and types of the fields.
    package static var fieldTypes: [(name: String, type: TemplateType)] { fields.all.map { ($0.name, $0.type) } }
}
