import TestSupport
import Testing

/// The documentation's page of rules is what the tests say.
struct RuleTableTests {
    @Test func thePageListsWhatProvesEachRule() throws {
        try expectGolden(RuleTable().page, at: "../../Sources/ObjectGraph/Documentation.docc/Rules.md")
    }

    @Test func everyRuleIsProvedOrExplained() throws {
        #expect(try RuleTable().open == [])
    }
}
