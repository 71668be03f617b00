import TestSupport
import Testing

/// The app of questions and weighted choices.
@Suite struct HardChoiceTests {
    private let program: ExampleProgram

    init() throws {
        program = try ExampleProgram("hardchoice")
    }

    @Test("A question and its choices are saved")
    func savedQuestions() throws {
        let added = "Added \"What to eat?\"; choices: 2\n"
        #expect(try program.output("ask", "What to eat?", "Rice", "Noodles:3") == added)
        #expect(try program.output("ask", "Drink?") == "Added \"Drink?\"; choices: 0\n")
        #expect(try program.output("add", "Tea", "--to", "Drink?", "--weight", "2") == "Added Tea\n")
        let list = """
            Drink?
              Tea, weight 2
            What to eat?
              Noodles, weight 3
              Rice, weight 1

            """
        #expect(try program.output("list") == list)
    }

    @Test("A choice without a question is refused with the validation error")
    func choicesWithoutAQuestion() throws {
        let outcome = try program.run("add", "Tea")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput == "Error: Choice/t1: 'Choice.question' is required but has no destination\n")
        #expect(try program.output("list") == "")
    }

    @Test("Deleting a question deletes its choices")
    func aDeletedQuestionTakesItsChoicesAlong() throws {
        try program.run("ask", "What to eat?", "Rice", "Noodles")
        try program.run("ask", "Drink?", "Tea")
        #expect(try program.output("delete", "What to eat?") == "Deleted \"What to eat?\"\n")
        #expect(try program.output("list") == "Drink?\n  Tea, weight 1\n")
        #expect(try program.storedObjectCount("Choice") == 1)
    }

    @Test("Removing a choice keeps its question")
    func aRemovedChoiceLeavesItsQuestion() throws {
        try program.run("ask", "Drink?", "Tea", "Coffee")
        #expect(try program.output("remove", "Tea", "--from", "Drink?") == "Removed Tea; choices left: 1\n")
        #expect(try program.output("list") == "Drink?\n  Coffee, weight 1\n")
    }

    @Test("Choices are made in proportion to their weights")
    func chanceGoesByTheWeights() throws {
        try program.run("ask", "Where?", "North:1", "East:3", "South:6", "Nowhere:0")
        let output = try program.output("choose", "Where?", "--times", "10000", "--seed", "7")
        let wins = output.split(separator: "\n").map { Int($0.split(separator: " ")[1]) ?? 0 }
        // East, North, Nowhere, South; four standard deviations to either side.
        #expect(abs(wins[0] - 3000) < 184)
        #expect(abs(wins[1] - 1000) < 120)
        #expect(wins[2] == 0)
        #expect(abs(wins[3] - 6000) < 196)
        #expect(wins.reduce(0, +) == 10000)
    }

    @Test("The same seed makes the same choice")
    func aSeedRepeatsTheChoice() throws {
        try program.run("ask", "Where?", "North", "East", "South", "West")
        let choices = try (1...8).map { try program.output("choose", "Where?", "--seed", "\($0)") }
        #expect(try (1...8).map { try program.output("choose", "Where?", "--seed", "\($0)") } == choices)
        #expect(Set(choices).count > 1)
    }

    @Test("A question without weights has no choice")
    func nothingIsChosenWhereNothingHasAWeight() throws {
        try program.run("ask", "Where?", "North:0")
        let outcome = try program.run("choose", "Where?")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput == "Error: \"Where?\" has no choice with a weight\n")
        #expect(try program.run("choose", "Who?").errorOutput == "Error: There is no question \"Who?\"\n")
    }

    @Test("Every delete rule has the expected effect")
    func everyDeleteRuleDoesWhatItSays() throws {
        let outcomes = """
            The department Sales, with Ann and Bob, is deleted.
            Deny:
              employees changed: 0, deleted: 0
              the save is refused, with code 1600: cannot be deleted while 'Department.employees' points to 2 objects
              Department: Sales
              Employee: Ann, Bob
            Nullify:
              employees changed: 2, deleted: 0
              Department: none
              Employee: Ann, Bob
            Cascade:
              employees changed: 0, deleted: 2
              Department: none
              Employee: none
            No Action:
              employees changed: 0, deleted: 0
              Department: none
              Employee: Ann, Bob

            """
        #expect(try BuiltProduct("hardchoice").run("rules").output == outcomes)
    }
}
