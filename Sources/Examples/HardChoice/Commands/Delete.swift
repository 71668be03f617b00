import ArgumentParser

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a question; its choices go with it.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The question.")
    var content: String

    @MainActor
    func run() async throws {
        let list = try QuestionList(at: options.url)
        list.delete(try list.question(content))
        try list.save()
        print("Deleted \"\(content)\"")
    }
}
