/// Writes trees in the format language, with as few parentheses as the parser needs.
struct FormatPrinter {
    var text = ""
    private var arguments: [FormatArgument] = []

    var result: PrintedFormat { PrintedFormat(format: text, arguments: arguments) }

    // MARK: Predicates

    mutating func print(_ predicate: ModelPredicate) {
        switch predicate {
        case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): print(comparison)
        case .not(let operand):
            text += "NOT "
            printMember(operand)
        case .and(let members) where members.count > 1: printRow(members, separator: " AND ")
        case .or(let members) where members.count > 1: printRow(members, separator: " OR ")
        case .and, .or: printArgument(.predicate(predicate))
        }
    }

    private mutating func printRow(_ members: [ModelPredicate], separator: String) {
        for (index, member) in members.enumerated() {
            if index > 0 { text += separator }
            printMember(member)
        }
    }

    /// An AND in an OR needs no parentheses, but few readers know that.
    private mutating func printMember(_ predicate: ModelPredicate) {
        switch predicate {
        case .and(let members) where members.count > 1, .or(let members) where members.count > 1:
            text += "("
            print(predicate)
            text += ")"
        default: print(predicate)
        }
    }

    private mutating func print(_ comparison: ModelComparison) {
        if comparison.modifier != .direct { text += comparison.modifier.rawValue + " " }
        print(comparison.left)
        text += " " + comparison.operator.rawValue
        let letters = ComparisonOptions.letters.filter { comparison.options.contains($0.option) }.map(\.letter)
        if !letters.isEmpty { text += "[" + String(letters) + "]" }
        text += " "
        print(comparison.right)
    }

    // MARK: Expressions

    mutating func print(_ expression: ModelExpression) {
        switch expression {
        case .constant(let value): print(value)
        case .evaluatedObject: text += "SELF"
        case .variable(let name): printVariable(name)
        case .keyPath(let path, let base): print(path, of: base)
        case .element(let base, let position):
            printOperand(base, binding: .postfix)
            print(position)
        case .aggregate(let members): printAggregate(members)
        case .unary(let unaryOperator, let operand):
            text += unaryOperator.rawValue
            printOperand(operand, binding: .unary, enclosing: operand.isNumber)
        case .binary(let binaryOperator, let left, let right): print(binaryOperator, left, right)
        case .function(let function, let operands):
            text += function.rawValue + "("
            printList(operands)
            text += ")"
        case .methodCall(let receiver, let selector, let operands):
            text += "FUNCTION("
            printList([receiver, .constant(.string(selector))] + operands)
            text += ")"
        case .subquery(let collection, let variable, let predicate):
            print(collection: collection, variable: variable, predicate: predicate)
        case .cast(let operand, let type):
            text += "CAST("
            // Without parentheses, the literal and the cast would become one constant.
            printOperand(operand, binding: .none, enclosing: operand.isConstant)
            text += ", "
            printString(type)
            text += ")"
        case .ternary(let predicate, let first, let second):
            text += "TERNARY("
            print(predicate)
            text += ", "
            printList([first, second])
            text += ")"
        }
    }

    private mutating func printVariable(_ name: String) {
        if FormatName.isName(name) {
            text += "$" + name
        } else {
            printArgument(.expression(.variable(name)))
        }
    }

    private mutating func print(_ path: ModelKeyPath, of base: ModelExpression) {
        guard path.isPrintable else { return printArgument(.expression(.keyPath(path, of: base))) }
        if base != .evaluatedObject {
            // Without parentheses, a path of a path would be one path.
            printOperand(base, binding: .postfix, enclosing: base.isKeyPath)
            text += "."
        }
        for (index, component) in path.components.enumerated() {
            if index > 0 { text += "." }
            if case .key(let name) = component, FormatWord(name: name) != nil { text += "#" }
            text += component.description
        }
    }

    private mutating func print(_ position: ElementPosition) {
        switch position {
        case .first: text += "[FIRST]"
        case .last: text += "[LAST]"
        case .size: text += "[SIZE]"
        case .index(let index):
            text += "["
            print(index)
            text += "]"
        }
    }

    private mutating func printAggregate(_ members: [ModelExpression]) {
        guard !members.isEmpty else { return printArgument(.expression(.aggregate([]))) }
        text += "{"
        // Without parentheses, a list of literals would become a constant.
        printOperand(members[0], binding: .none, enclosing: members.allSatisfy(\.isConstant))
        for member in members.dropFirst() {
            text += ", "
            print(member)
        }
        text += "}"
    }

    private mutating func print(_ binaryOperator: BinaryOperator, _ left: ModelExpression, _ right: ModelExpression) {
        let own = ExpressionBinding(binaryOperator)
        let isRightBound = binaryOperator.associatesToTheRight
        printOperand(left, binding: isRightBound ? own.tighter : own)
        text += " " + binaryOperator.rawValue + " "
        printOperand(right, binding: isRightBound ? own : own.tighter)
    }

    private mutating func print(collection: ModelExpression, variable: String, predicate: ModelPredicate) {
        guard FormatName.isName(variable) else {
            return printArgument(.expression(.subquery(collection, variable: variable, predicate)))
        }
        text += "SUBQUERY("
        print(collection)
        text += ", $" + variable + ", "
        print(predicate)
        text += ")"
    }

    private mutating func printList(_ expressions: [ModelExpression]) {
        for (index, expression) in expressions.enumerated() {
            if index > 0 { text += ", " }
            print(expression)
        }
    }

    /// Writes an operand, in parentheses if it binds less tightly than its place requires.
    private mutating func printOperand(
        _ expression: ModelExpression, binding: ExpressionBinding, enclosing: Bool = false
    ) {
        guard enclosing || ExpressionBinding(of: expression) < binding else { return print(expression) }
        text += "("
        print(expression)
        text += ")"
    }

    mutating func printArgument(_ argument: FormatArgument) {
        text += "%@"
        arguments.append(argument)
    }
}

extension ModelExpression {
    fileprivate var isConstant: Bool {
        if case .constant = self { true } else { false }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .constant(.integer), .constant(.real): true
        default: false
        }
    }

    fileprivate var isKeyPath: Bool {
        if case .keyPath = self { true } else { false }
    }
}

extension ModelKeyPath {
    fileprivate var isPrintable: Bool {
        !components.isEmpty
            && components.allSatisfy { component in
                if case .key(let name) = component { FormatName.isName(name) } else { true }
            }
    }
}

/// A predicate or an expression as text, with arguments for the parts that text cannot represent.
///
/// Parsing the text with the arguments gives back the same tree. Most trees need no argument; the exceptions are opaque
/// values, infinite numbers and NaN, names that are not identifiers, and trees that text cannot represent, such as an
/// `and` without members.
///
/// ```swift
/// let printed = predicate.printed
/// let same = try ModelPredicate(format: printed.format, arguments: printed.arguments)
/// ```
public struct PrintedFormat: Sendable, Hashable, CustomStringConvertible {
    /// The text, in the format language.
    public let format: String
    /// The arguments, one for each placeholder in ``format``.
    public let arguments: [FormatArgument]

    /// The text without the arguments.
    public var description: String { format }
}

extension FormatPrinter {
    mutating func print(_ value: ConstantValue) {
        if let cast = CastConstant.literal(for: value) {
            return print(cast.literal, castTo: cast.type, original: value)
        }
        switch value {
        case .null: text += "nil"
        case .boolean(let flag): text += flag ? "TRUE" : "FALSE"
        case .integer(let number): text += String(number)
        case .real(let number) where number.isFinite: text += String(number)
        case .string(let string): printString(string)
        case .collection(let members): print(members)
        case .real, .opaque, .date, .uuid, .url, .decimal, .data: printArgument(.constant(value))
        }
    }

    private mutating func print(_ literal: ConstantValue, castTo type: String, original: ConstantValue) {
        if case .real(let number) = literal, !number.isFinite { return printArgument(.constant(original)) }
        text += "CAST("
        print(literal)
        text += ", "
        printString(type)
        text += ")"
    }

    private mutating func print(_ members: [ConstantValue]) {
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += ", " }
            print(member)
        }
        text += "}"
    }

    /// Writes a string in double quotes, control characters as escapes.
    mutating func printString(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where Self.endsLineOrIsControl(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func endsLineOrIsControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// The binding strength of an expression's parts. A greater value binds more tightly.
struct ExpressionBinding: Comparable {
    private let level: Int

    private init(level: Int) { self.level = level }

    /// Any expression is possible here.
    static let none = ExpressionBinding(level: 0)
    /// The operand of `-` and `~`.
    static let unary = ExpressionBinding(level: BinaryOperator.power.precedence + 1)
    /// The expression before a path or a bracket.
    static let postfix = unary.tighter

    init(_ binaryOperator: BinaryOperator) { level = binaryOperator.precedence }

    /// The binding strength of an expression as it is printed.
    init(of expression: ModelExpression) {
        switch expression {
        case .binary(let binaryOperator, _, _): self.init(binaryOperator)
        // A number can have a sign, and the parser would read a dot after it as part of the number.
        case .unary, .constant(.integer), .constant(.real): self = .unary
        default: self = .postfix
        }
    }

    /// The next level.
    var tighter: ExpressionBinding { ExpressionBinding(level: level + 1) }

    static func < (left: ExpressionBinding, right: ExpressionBinding) -> Bool { left.level < right.level }
}
