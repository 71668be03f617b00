import ArgumentParser
import ObjectGraph

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all questions with their choices.")

    @OptionGroup var options: StoreOptions

    @MainActor func run() async throws {
        let list = try QuestionList(at: options.url)
        for question in try list.questions() {
            print(question.content ?? "")
            for choice in question.sortedChoices {
                print("  \(choice.name ?? ""), weight \(choice.weight)")
            }
        }
    }
}

struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a question, with choices.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The question.") var content: String
    @Argument(help: "The choices: a name, or a name and a weight such as Noodles:3.") var choices: [WeightedName] = []

    @MainActor func run() async throws {
        let list = try QuestionList(at: options.url)
        let question = list.ask(content)
        for choice in choices { list.addChoice(choice.name, weight: choice.weight, to: question) }
        try list.save()
        print("Added \"\(content)\"; choices: \(question.choices.count)")
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a question with its choices.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The question.") var content: String

    @MainActor func run() async throws {
        let list = try QuestionList(at: options.url)
        list.delete(try list.question(content))
        try list.save()
        print("Deleted \"\(content)\"")
    }
}
