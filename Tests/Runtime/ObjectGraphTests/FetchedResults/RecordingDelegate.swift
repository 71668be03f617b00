import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Writes down what a controller reports.
final class RecordingDelegate: FetchedResultsControllerDelegate {
    typealias Object = Superhero
    typealias Controller = FetchedResultsController<Superhero>

    var reporting = FetchedResultsReporting.changes
    private(set) var calls: [String] = []
    /// The names of the result as it was when changes were announced and when they were done.
    private(set) var namesBefore: [String] = []
    private(set) var namesAfter: [String] = []
    private(set) var snapshots: [FetchedResultsSnapshot] = []
    private(set) var differences: [CollectionDifference<ObjectID>] = []

    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    func controllerWillChangeContent(_ controller: Controller) {
        calls.append("will")
        namesBefore = controller.names
    }

    func controllerDidChangeContent(_ controller: Controller) {
        calls.append("did")
        namesAfter = controller.names
    }

    func controller(
        _ controller: Controller, didChange section: FetchedResultsSection<Superhero>, atSectionIndex index: Int,
        for type: FetchedResultsChangeType
    ) {
        calls.append("\(type) section \(section.name) \(index)")
    }

    func controller(
        _ controller: Controller, didChange object: Superhero, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let paths = [indexPath, newIndexPath].map { $0.map { "\($0.section).\($0.item)" } ?? "-" }
        calls.append("\(type) \(object.name ?? "nil") \(paths[0]) \(paths[1])")
    }

    func controller(_ controller: Controller, didChangeContentWith snapshot: FetchedResultsSnapshot) {
        snapshots.append(snapshot)
    }

    func controller(_ controller: Controller, didChangeContentWith difference: CollectionDifference<ObjectID>) {
        differences.append(difference)
    }
}

extension FetchedResultsController where Object == Superhero {
    var names: [String] { (fetchedObjects ?? []).map { $0.name ?? "nil" } }
}
