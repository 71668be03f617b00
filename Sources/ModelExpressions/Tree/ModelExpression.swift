/// Something that has a value: a constant, a key path, a computation.
///
/// A bare key path `team.name` is one of the evaluated object: `.keyPath("team.name", of: .evaluatedObject)`, which is
/// also what `SELF.team.name` means.
public indirect enum ModelExpression: Sendable, Hashable {
    /// A value known when the expression is made.
    case constant(ConstantValue)
    /// `SELF`: the object that the predicate is asked about.
    case evaluatedObject
    /// `$NAME`, without the dollar sign.
    case variable(String)
    /// The value that a path points to, from the value of another expression.
    case keyPath(ModelKeyPath, of: ModelExpression)
    /// `list[0]`, `list[FIRST]`: one element of a list, or the number of them.
    case element(of: ModelExpression, at: ElementPosition)
    /// `{a, b}` with members that are not all constants; with constants only the parser makes a constant collection.
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
    /// `TERNARY(predicate, a, b)`: a where the predicate is true, else b.
    case ternary(ModelPredicate, ModelExpression, ModelExpression)
}

extension ModelExpression {
    /// The value of a path of the evaluated object.
    public static func keyPath(_ path: ModelKeyPath) -> ModelExpression {
        .keyPath(path, of: .evaluatedObject)
    }
}

/// What stands between the brackets after a list.
public enum ElementPosition: Sendable, Hashable {
    /// `[FIRST]`.
    case first
    /// `[LAST]`.
    case last
    /// `[SIZE]`: not an element, but how many there are.
    case size
    /// `[index]`, counting from 0.
    case index(ModelExpression)
}

/// Where something stands in the format that it was read from.
///
/// It is for messages and says nothing of what it is the place of, so all places are equal: trees are, that say the same.
public struct FormatPlace: Sendable, Hashable {
    /// In characters from 1; nil for what was not read from a format.
    public var column: Int?

    /// Creates a place.
    public init(column: Int? = nil) {
        self.column = column
    }

    public static func == (left: FormatPlace, right: FormatPlace) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
