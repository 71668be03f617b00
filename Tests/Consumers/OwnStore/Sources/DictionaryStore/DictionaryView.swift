import ObjectGraph

/// Answers questions from the contents of a store at the time the view was opened.
final class DictionaryView: StoreView {
    private let contents: StoreContents
    private let model: ManagedObjectModel

    init(_ contents: StoreContents, _ model: ManagedObjectModel) {
        self.contents = contents
        self.model = model
    }

    func rows(of objectIDs: [ObjectID]) -> [StoreRow] {
        objectIDs.compactMap { contents[$0].map(contents.living) }
    }

    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) -> StoreDestinations {
        StoreDestinations(contents.destinations(of: relationship, from: objectIDs, model))
    }

    func answer(_ question: StoreQuestion) -> StoreAnswer {
        var rows = contents.rows(ofEntitiesNamed: question.entityNames)
        var unanswered: StoreAnswer.Parts = []
        if let predicate = question.predicate {
            if let equality = Equality(predicate, of: question.entity) {
                rows = rows.filter { $0.values[equality.index] == equality.value }
            } else {
                unanswered.insert(.predicate)
            }
        }
        // Without sort keys, the rows are ordered by number, as they already are.
        if !question.order.isEmpty { unanswered.insert(.order) }
        if unanswered.isEmpty {
            rows = Array(rows.dropFirst(question.offset))
            if question.limit > 0 { rows = Array(rows.prefix(question.limit)) }
        }
        let objects: StoreAnswer.Objects =
            question.includesRows ? .rows(rows.map(contents.living)) : .objectIDs(rows.map(\.objectID))
        return StoreAnswer(objects, unanswered: unanswered)
    }

    func count(_ question: StoreQuestion) -> Int? {
        let answer = answer(question)
        guard answer.unanswered.isEmpty else { return nil }
        return switch answer.objects {
        case .rows(let rows): rows.count
        case .objectIDs(let objectIDs): objectIDs.count
        }
    }
}
