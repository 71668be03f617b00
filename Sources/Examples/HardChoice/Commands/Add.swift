import ArgumentParser

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add a choice to a question.",
        discussion: "Without a question it cannot be saved, and the model's own check says why.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The choice's name.")
    var name: String

    @Option(help: "How often it is to win, compared with the others.")
    var weight: Int32 = 1

    @Option(help: "The question.")
    var to: String?

    @MainActor
    func run() async throws {
        let list = try QuestionList(at: options.url)
        list.addChoice(name, weight: weight, to: try to.map(list.question))
        try list.save()
        print("Added \(name)")
    }
}
