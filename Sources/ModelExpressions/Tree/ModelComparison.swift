/// Two expressions and how they are compared.
public struct ModelComparison: Sendable, Hashable {
    /// The expression before the operator; the one that ``modifier`` quantifies.
    public var left: ModelExpression
    /// What must hold between the two.
    public var `operator`: ComparisonOperator
    /// The expression after the operator.
    public var right: ModelExpression
    /// How many of the values on the left must fit.
    public var modifier: ComparisonModifier
    /// How strings are compared.
    public var options: ComparisonOptions
    /// Where the comparison begins in the format that it was read from.
    public var place = FormatPlace()

    /// Creates a comparison; of the left side's one value and exact, unless said otherwise.
    public init(
        _ left: ModelExpression, _ operator: ComparisonOperator, _ right: ModelExpression,
        modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
    ) {
        self.left = left
        self.operator = `operator`
        self.right = right
        self.modifier = modifier
        self.options = options
    }
}
