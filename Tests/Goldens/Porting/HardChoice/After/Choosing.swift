// swift-format-ignore-file
import CoreData
import Foundation

extension Choice {
    /// The weight for the lottery.
    #if canImport(ObjectiveC)
    @objc
    #endif
    var tickets: Int { max(1, Int(weight)) }
}

func pick(from controller: NSFetchedResultsController<Choice>, at lot: Int) -> String? {
    var rest = lot
    for choice in controller.fetchedObjects ?? [] {
        rest -= choice.tickets
        if rest < 0 { return choice.name }
    }
    return nil
}
