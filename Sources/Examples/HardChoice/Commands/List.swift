import ArgumentParser

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all questions with their choices.")

    @OptionGroup var options: StoreOptions

    @MainActor
    func run() async throws {
        let list = try QuestionList(at: options.url)
        for question in try list.questions() {
            print(question.content ?? "")
            for choice in question.sortedChoices {
                print("  \(choice.name ?? ""), weight \(choice.weight)")
            }
        }
    }
}
