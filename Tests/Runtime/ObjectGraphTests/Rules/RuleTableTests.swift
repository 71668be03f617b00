import TestSupport
import Testing

/// The documentation's page of rules is what the tests say.
struct RuleTableTests {
    @Test("The page of rules lists the tests that prove each rule")
    func thePageListsWhatProvesEachRule() throws {
        try expectGolden(RuleTable().page, at: "../../Sources/Runtime/ObjectGraph/Documentation.docc/Rules.md")
    }

    @Test("Every rule has a test or a reason why it has none")
    func everyRuleIsProvedOrExplained() throws {
        #expect(try RuleTable().open == [])
    }

    @Test("The rules of each family are numbered without gaps")
    func numbersOfRules() throws {
        let list = try RuleList()
        #expect(list.misplaced == [])
        #expect(Set(list.families.map(\.name)).count == list.families.count)
        #expect(list.families.allSatisfy { !$0.statements.isEmpty })
        #expect(
            RuleList("# A-B c\n# OBJ Objects\nOBJ-1 one\nOBJ-3 three\nOBJ-2\n").misplaced == ["OBJ-3 three", "OBJ-2"])
    }

    @Test("No two rules have the same statement")
    func noRuleSaysWhatAnotherSays() throws {
        let statements = try RuleList().families.flatMap(\.statements)
        let counts = Dictionary(statements.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.filter { $0.value > 1 }.keys.sorted() == [])
    }

    @Test("Every rule that a source file refers to is listed")
    func everyRuleThatSourcesReferToIsListed() throws {
        let listed = Set(try RuleList().families.flatMap(\.rules))
        let unlisted = try RuleReferences.all().filter { !listed.contains($0.key) }
        #expect(unlisted.sorted { $0.key < $1.key }.map { "\($0.key) in \($0.value)" } == [])
    }

    @Test("Every reason is for a rule that is listed")
    func everyReasonIsForARuleThatIsListed() throws {
        let listed = Set(try RuleList().families.flatMap(\.rules))
        #expect(Set(RuleExceptions.reasons.keys).subtracting(listed).sorted() == [])
    }

    @Test("Numbers of rules are found among other text")
    func numbersAreFoundAmongOtherWords() {
        let text = "rule CTX-33, REL-3 to REL-4; XCTX-1 and UTF-8, sha-1, PRED-x, A-1, (MOD-9) MIG-2a"
        #expect(RuleReferences.numbers(in: Array(text.utf8)) == ["CTX-33", "REL-3", "REL-4", "XCTX-1", "MOD-9"])
    }
}
