/// A parameter of a function for a fetch.
struct ParameterContext: TemplateRecord, Hashable {
    var name: String
    var type: String
    var key: String
    var value: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the parameter, and its label."),
        .init("type", \.type, "The type of the parameter."),
        .init("key", \.key, "The variable or property that gets the value, as a string literal."),
        .init(
            "value", \.value, "The expression for the value to search for: the parameter, or the raw value of its case."
        ),
    ]
}
