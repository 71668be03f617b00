/// A value in the template engine. A missing value is nil.
///
/// An enum instead of `Any`, because finding out the type of an `Any` takes longer than all other work with it.
@usableFromInline
package enum RenderedValue {
    case text(String)
    case flag(Bool)
    case integer(Int)
    /// A number as templates and filters write it.
    case fraction(Float)
    /// A number of a model.
    case number(Double)
    case list([RenderedValue])
    /// Existing values by name, such as `maploop`.
    case group([String: RenderedValue])
    /// An object with fields: a record, a table, or a loop.
    case object(TemplateObject)
    case macro(TemplateMacro)

    /// The value as a number; nil if it is not a number.
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .fraction(let number): Double(number)
        case .number(let number): number
        case .text, .flag, .list, .group, .object, .macro: nil
        }
    }

    /// The printed value. Lists and groups are printed as in Swift, and objects with fields are empty.
    var printed: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): String(flag)
        case .integer(let integer): String(integer)
        case .fraction(let number): String(number)
        case .number(let number): String(number)
        case .list(let list): "[\(list.map(\.printedInside).joined(separator: ", "))]"
        case .group(let group):
            "[\(group.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1.printedInside)" }.joined(separator: ", "))]"
        case .object, .macro: ""
        }
    }

    /// The printed value inside a list, where strings have quotes.
    private var printedInside: String {
        if case .text(let text) = self { text.debugDescription } else { printed }
    }
}

extension RenderedValue? {
    /// The printed value. A missing value is an empty string.
    var printed: String { self?.printed ?? "" }
}
