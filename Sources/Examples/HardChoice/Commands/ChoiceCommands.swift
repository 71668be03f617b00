import ArgumentParser
import ObjectGraph

struct Choose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Choose at random, by weight.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The question.") var content: String
    @Option(help: "A seed, for repeatable results.") var seed: UInt64?
    @Option(help: "The number of times to choose, with a count of the results.") var times: Int?

    @MainActor func run() async throws {
        let list = try QuestionList(at: options.url)
        let question = try list.question(content)
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        if let seed { generator = SeededGenerator(seed: seed) }
        guard let times else {
            print(try pick(from: question, using: &generator).name ?? "")
            return
        }
        var wins: [Choice: Int] = [:]
        for _ in 0..<times { wins[try pick(from: question, using: &generator), default: 0] += 1 }
        for choice in question.sortedChoices {
            print("\(choice.name ?? ""): \(wins[choice, default: 0]) of \(times)")
        }
    }

    func validate() throws {
        if let times, times < 1 { throw ValidationError("--times takes a number above zero.") }
    }

    @MainActor
    private func pick(from question: Question, using generator: inout any RandomNumberGenerator) throws -> Choice {
        let choice = question.sortedChoices.randomElement(weight: { Int($0.weight) }, using: &generator)
        guard let choice else { throw QuestionListError.nothingToChoose(content) }
        return choice
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add a choice to a question.",
        discussion: "Without a question, the save fails, and the error of the model's validation says why.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The choice's name.") var name: String
    @Option(help: "Its weight, compared with the other choices.") var weight: Int32 = 1
    @Option(help: "The question.") var to: String?

    @MainActor func run() async throws {
        let list = try QuestionList(at: options.url)
        list.addChoice(name, weight: weight, to: try to.map(list.question))
        try list.save()
        print("Added \(name)")
    }
}

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a choice, but not its question.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The choice's name.") var name: String
    @Option(help: "The question.") var from: String

    @MainActor func run() async throws {
        let list = try QuestionList(at: options.url)
        let question = try list.question(from)
        list.delete(try list.choice(name, of: question))
        try list.save()
        print("Removed \(name); choices left: \(question.choices.count)")
    }
}
