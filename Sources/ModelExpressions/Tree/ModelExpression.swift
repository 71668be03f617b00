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
