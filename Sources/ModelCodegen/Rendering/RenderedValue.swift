/// A value as the template engine looks into it. What stands for nothing is nil.
///
/// An enum rather than `Any`: finding out what is in an `Any` takes longer than everything else that is done with it.
enum RenderedValue {
    case text(String)
    case flag(Bool)
    case integer(Int)
    /// A number as templates and filters write it.
    case fraction(Float)
    /// A number of a model.
    case number(Double)
    case list([RenderedValue])
    /// Values by name that have all been made, such as what `maploop` stands for.
    case group([String: RenderedValue])
    /// Something with fields of its own: a record, a table or a loop.
    case object(TemplateObject)
    case macro(MacroNode.Macro)

    /// The number that the value is; nil for one of another kind.
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .fraction(let number): Double(number)
        case .number(let number): number
        case .text, .flag, .list, .group, .object, .macro: nil
        }
    }

    /// How the value is printed: a list and a group as Swift writes them, something with fields not at all.
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

    /// The same inside a list, where texts have quotes around them.
    private var printedInside: String {
        if case .text(let text) = self { text.debugDescription } else { printed }
    }
}

extension RenderedValue? {
    /// How the value is printed: nothing as an empty text.
    var printed: String { self?.printed ?? "" }
}
