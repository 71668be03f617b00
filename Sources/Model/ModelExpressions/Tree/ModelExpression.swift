/// An expression with a value, such as a constant, a key path, or a computation.
///
/// A key path such as `team.name` starts at the evaluated object: `.keyPath("team.name", of: .evaluatedObject)`, which
/// is the same as `SELF.team.name`.
///
/// ```swift
/// let total = try ModelExpression(format: "price * (1 + %@)", arguments: [0.2])
/// let length = try ModelExpression(derivation: "items.@count")
/// ```
public indirect enum ModelExpression: Sendable, Hashable {
    /// A constant.
    case constant(ConstantValue)
    /// `SELF`: the evaluated object.
    case evaluatedObject
    /// `$NAME`, without the dollar sign.
    case variable(String)
    /// The value that a path points to, from the value of another expression.
    case keyPath(ModelKeyPath, of: ModelExpression)
    /// `list[0]`, `list[FIRST]`: an element of a list, or the number of its elements.
    case element(of: ModelExpression, at: ElementPosition)
    /// `{a, b}` with members that are not all constants. If all members are constants, the parser creates a constant
    /// collection.
    case aggregate([ModelExpression])
    /// `-a`, `~a`.
    case unary(UnaryOperator, ModelExpression)
    /// `a + b` and the like.
    case binary(BinaryOperator, ModelExpression, ModelExpression)
    /// `canonical:(name)`, `now()`: one of the language's functions.
    case function(ExpressionFunction, [ModelExpression])
    /// `FUNCTION(receiver, "selector", …)`: a method of a value, called by name.
    case methodCall(ModelExpression, selector: String, [ModelExpression])
    /// `SUBQUERY(collection, $variable, predicate)`: the members for which the predicate is true.
    case subquery(ModelExpression, variable: String, ModelPredicate)
    /// `CAST(value, "type")`.
    case cast(ModelExpression, type: String)
    /// `TERNARY(predicate, a, b)`: a if the predicate is true, otherwise b.
    case ternary(ModelPredicate, ModelExpression, ModelExpression)

    /// Creates the value of a path of the evaluated object.
    public static func keyPath(_ path: ModelKeyPath) -> ModelExpression { .keyPath(path, of: .evaluatedObject) }
}

/// The contents of the brackets after a list.
///
/// ```swift
/// let notes = ModelExpression.keyPath(ModelKeyPath([.key("notes")]))
/// let latest = ModelExpression.element(of: notes, at: .last)  // notes[LAST]
/// ```
public enum ElementPosition: Sendable, Hashable {
    /// `[FIRST]`.
    case first
    /// `[LAST]`.
    case last
    /// `[SIZE]`: the number of elements.
    case size
    /// `[index]`, counting from 0.
    case index(ModelExpression)
}

/// The position of a part in the format that it was read from.
///
/// The position is for messages only. All positions are equal, so trees with the same meaning are equal.
///
/// ```swift
/// if case .and(let members) = parsed, case .comparison(let second) = members[1] {
///     print(second.position.column ?? 0)  // 27: where `age > 3` begins
/// }
/// ```
public struct FormatPosition: Sendable, Hashable {
    /// The number of the character, from 1; nil for a part that was not read from a format.
    public var column: Int?

    /// Creates a position.
    public init(column: Int? = nil) { self.column = column }

    public static func == (left: FormatPosition, right: FormatPosition) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}

/// An operator between two expressions; the raw value is its sign.
///
/// ```swift
/// if case .binary(let operation, _, let right) = total { print(operation.rawValue, right) }  // * 1 + 0.2
/// ```
public enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
    /// `a | b`.
    case bitwiseOr = "|"
    /// `a ^ b`.
    case bitwiseXor = "^"
    /// `a & b`.
    case bitwiseAnd = "&"
    /// `a << b`.
    case leftShift = "<<"
    /// `a >> b`.
    case rightShift = ">>"
    /// `a + b`.
    case add = "+"
    /// `a - b`.
    case subtract = "-"
    /// `a * b`.
    case multiply = "*"
    /// `a / b`.
    case divide = "/"
    /// `a ** b`: a to the power of b.
    case power = "**"

    /// The binding strength of the operator. A greater value binds more tightly.
    var precedence: Int {
        switch self {
        case .bitwiseOr: 1
        case .bitwiseXor: 2
        case .bitwiseAnd: 3
        case .leftShift, .rightShift: 4
        case .add, .subtract: 5
        case .multiply, .divide: 6
        case .power: 7
        }
    }

    /// Whether `a ? b ? c` means `a ? (b ? c)`.
    var associatesToTheRight: Bool { self == .power }
}

/// An operator with one operand; the raw value is its sign.
///
/// ```swift
/// let debt = ModelExpression.unary(.negate, .keyPath(ModelKeyPath([.key("balance")])))  // -balance
/// ```
public enum UnaryOperator: String, Sendable, Hashable, CaseIterable {
    /// `-a`.
    case negate = "-"
    /// `~a`: every bit inverted.
    case complement = "~"
}
