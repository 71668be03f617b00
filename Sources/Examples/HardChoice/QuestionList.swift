import Foundation
import JSONStore
import ObjectGraph

/// The questions in a store.
@MainActor
final class QuestionList {
    private let container: PersistentContainer
    private var context: ManagedObjectContext { container.viewContext }

    init(at url: URL) throws { container = try PersistentContainer(model: .hardChoice, store: .json(at: url)) }

    /// All questions by content.
    func questions() throws -> [Question] {
        var request = Question.fetchRequest()
        request.fetchBatchSize = 20
        request.sortDescriptors = [SortDescriptor(\.content)]
        return try context.fetch(request)
    }

    func question(_ content: String) throws -> Question {
        var request = Question.fetchRequest()
        request.predicate = #Predicate { $0.content == content }
        guard let question = try context.fetch(request).first else { throw QuestionListError.unknownQuestion(content) }
        return question
    }

    func choice(_ name: String, of question: Question) throws -> Choice {
        guard let choice = question.choices.first(where: { $0.name == name }) else {
            throw QuestionListError.unknownChoice(name)
        }
        return choice
    }

    func ask(_ content: String) -> Question { Question(context: context, content: content) }

    /// Inserts a choice. Without a question, the next save fails because the model requires one.
    func addChoice(_ name: String, weight: Int32, to question: Question?) {
        let choice = Choice(context: context)
        choice.name = name
        choice.weight = weight
        choice.question = question
    }

    /// Deletes a choice, or a question with its choices, because its delete rule is Cascade.
    func delete(_ object: ManagedObject) { context.delete(object) }
    func save() throws { try context.save() }
}

enum QuestionListError: Error, CustomStringConvertible {
    case unknownQuestion(String)
    case unknownChoice(String)
    case nothingToChoose(String)

    var description: String {
        switch self {
        case .unknownQuestion(let content): "There is no question \"\(content)\""
        case .unknownChoice(let name): "There is no choice \"\(name)\""
        case .nothingToChoose(let content): "\"\(content)\" has no choice with a weight"
        }
    }
}

extension Question {
    /// The choices by name, because a to-many relationship has no order.
    var sortedChoices: [Choice] { choices.sorted { ($0.name ?? "") < ($1.name ?? "") } }
}
