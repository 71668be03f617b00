// swift-format-ignore-file
import CoreData
import Foundation

extension Choice {
    override public func validateForInsert() throws {
        try super.validateForInsert()
        if question == nil {
            throw NSError(domain: "HardChoice", code: 1, userInfo: [NSLocalizedDescriptionKey: "a choice needs a question"])
        }
    }

    /// The weight for the lottery.
    @objc var tickets: Int { max(1, Int(weight)) }
}

func pick(from controller: NSFetchedResultsController<Choice>, at lot: Int) -> String? {
    var rest = lot
    for choice in controller.fetchedObjects ?? [] {
        rest -= choice.tickets
        if rest < 0 { return choice.name }
    }
    return nil
}
