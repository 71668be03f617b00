/// A value with fields that templates reach by name: a context, or something in one.
///
/// It lists its fields once, and templates see those alone. Their types follow from the properties; the words about
/// them are what the documentation says, so the properties need no comments of their own:
///
///     struct CaseContext: TemplateRecord, Hashable {
///         var name: String
///         var rawValue: String
///
///         static let fields: TemplateFields<Self> = [
///             .init("name", \.name, "The name of the case in Swift."),
///             .init("rawValue", \.rawValue, "The stored value as a literal."),
///         ]
///     }
protocol TemplateRecord: TemplateValue {
    static var fields: TemplateFields<Self> { get }

    /// The record as templates look into it.
    var object: TemplateObject { get }
}

extension TemplateRecord {
    static var templateType: TemplateType { .record(Self.self) }

    var object: TemplateObject { TemplateRecordObject(self) }

    var rendered: RenderedValue? { .object(object) }
}
