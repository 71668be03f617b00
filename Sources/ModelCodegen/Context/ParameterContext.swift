/// A parameter of a function for a fetch.
struct ParameterContext: TemplateRecord, Hashable {
    var name: String
    var type: String
    var key: String
    var value: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the parameter, and its label."),
        .init("type", \.type, "The type of the parameter."),
        .init("key", \.key, "The variable or the property that gets the value, as a string literal."),
        .init("value", \.value, "The expression for what is looked for: the parameter, or the raw value of its case."),
    ]
}
