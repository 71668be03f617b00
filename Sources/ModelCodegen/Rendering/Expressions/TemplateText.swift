/// How a value is printed.
enum TemplateText {
    /// Nothing is printed as an empty text, a list as Swift writes it.
    static func of(_ value: Any?) -> String {
        switch value {
        case nil: ""
        case let text as String: text
        // Looking for a conformance takes far longer than for a type.
        case let integer as Int: String(integer)
        case let list as [Any]: list.description
        case is TemplateObject: ""
        case let value as any CustomStringConvertible: value.description
        default: ""
        }
    }
}
