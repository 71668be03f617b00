import ModelExpressions
import Testing

/// Expects that what is printed parses to the same tree, and is printed the same again.
func expectRoundTrip(
    _ predicate: ModelPredicate, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let printed = predicate.printed
    let parsed = try ModelPredicate(format: printed.format, arguments: printed.arguments)
    #expect(parsed == predicate, "printed as \(printed)", sourceLocation: sourceLocation)
    #expect(parsed.printed == printed, sourceLocation: sourceLocation)
}

/// The same for an expression.
func expectRoundTrip(
    _ expression: ModelExpression, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let printed = expression.printed
    let parsed = try ModelExpression(format: printed.format, arguments: printed.arguments)
    #expect(parsed == expression, "printed as \(printed)", sourceLocation: sourceLocation)
    #expect(parsed.printed == printed, sourceLocation: sourceLocation)
}
