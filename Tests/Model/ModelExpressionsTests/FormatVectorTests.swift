import ModelExpressions
import Testing

@Test("Every format of the collection is parsed or refused as expected", arguments: FormatVector.all)
func vectorsParseOrFailAsExpected(_ vector: FormatVector) throws {
    switch vector.outcome {
    case .prints(let text):
        let predicate = try ModelPredicate(
            format: vector.format, arguments: vector.arguments, extraArguments: vector.extraArguments)
        #expect(predicate.printed.format == text)
        try expectRoundTrip(predicate)
    case .fails(let code, let column):
        let error = #expect(throws: FormatError.self) {
            try ModelPredicate(
                format: vector.format, arguments: vector.arguments, extraArguments: vector.extraArguments)
        }
        #expect(error?.code == code)
        #expect(error?.column == column)
        #expect(error?.hint.isEmpty == false)
    }
}

@Test("The formats of the collection are numbered without gaps")
func vectorsAreNumberedWithoutGaps() {
    #expect(FormatVector.all.map(\.number) == Array(1...286))
}
