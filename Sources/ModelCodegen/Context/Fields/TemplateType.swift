/// What a template can do with a value.
indirect enum TemplateType: Sendable {
    /// A text, which can be printed and given to filters.
    case text
    /// True or false.
    case flag
    /// A number.
    case number
    /// Values of one type, in order.
    case list(TemplateType)
    /// Values of one type by name: looped over by name, looked up by any name.
    case table(TemplateType)
    /// A value of a type, or nothing.
    case optional(TemplateType)
    /// A value with fields of its own.
    case record(any TemplateRecord.Type)
    /// Nothing is known before it is there, such as what a parameter holds.
    case any
}
