import ArgumentParser
import ObjectGraph

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a choice; its question stays.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The choice's name.")
    var name: String

    @Option(help: "The question.")
    var from: String

    @MainActor
    func run() async throws {
        let list = try QuestionList(at: options.url)
        let question = try list.question(from)
        list.delete(try list.choice(name, of: question))
        try list.save()
        print("Removed \(name); \(question.choices.count) choices are left")
    }
}
