import ArgumentParser
import ObjectGraph

struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a question, with choices.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The question.")
    var content: String

    @Argument(help: "The choices: a name, or a name and a weight such as Noodles:3.")
    var choices: [WeightedName] = []

    @MainActor
    func run() async throws {
        let list = try QuestionList(at: options.url)
        let question = list.ask(content)
        for choice in choices { list.addChoice(choice.name, weight: choice.weight, to: question) }
        try list.save()
        print("Added \"\(content)\" with \(question.choices.count) choices")
    }
}
