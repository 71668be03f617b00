import StencilTemplates

/// The property of an enum's type next to the property of its raw value.
struct EnumerationWrapperContext: TemplateRecord, Hashable {
    var name: String
    var type: String
    var documentationType: String
    var getter: String
    var setter: String
    var unknownValueNote: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("documentationType", \.documentationType, "The enum's name, safe inside a comment."),
        .init("getter", \.getter, "The expression that reads the case."),
        .init("setter", \.setter, "The statement that stores `newValue`."),
        .init("unknownValueNote", \.unknownValueNote, "The note in the comment about stored values without a case."),
    ]

    /// - Parameters:
    ///   - fallback: The result for values without a case, for the comment; nil if the result is nil.
    ///   - isOptional: Whether the property is optional.
    init(
        name: String, enumName: String, isOptional: Bool, getter: String, setter: String, fallback: String?
    ) {
        self.name = name
        documentationType = enumName
        type = isOptional ? enumName + "?" : enumName
        self.getter = getter
        self.setter = setter
        unknownValueNote = "A stored value without a matching case reads as \(fallback ?? "nil") and is preserved."
    }
}
