/// How a value is printed.
enum TemplateText {
    /// Nothing is printed as an empty text, a list as Swift writes it.
    static func of(_ value: Any?) -> String {
        switch value {
        case nil: ""
        case let text as String: text
        case let list as [Any]: list.description
        case is TemplateObject: ""
        case let value as any CustomStringConvertible: value.description
        default: ""
        }
    }
}
