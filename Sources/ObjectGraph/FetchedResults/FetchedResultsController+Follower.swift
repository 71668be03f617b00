import Foundation

extension FetchedResultsController {
    /// A delegate of any type, which is not kept alive.
    struct Follower {
        typealias Controller = FetchedResultsController<Object>

        private let delegate: () -> AnyObject?
        let reporting: FetchedResultsReporting
        let willChange: (Controller) -> Void
        let didChangeSection: (Controller, FetchedResultsSection<Object>, Int, FetchedResultsChangeType) -> Void
        let didChangeObject: (Controller, Object, IndexPath?, FetchedResultsChangeType, IndexPath?) -> Void
        let didChange: (Controller) -> Void
        let snapshot: (Controller, FetchedResultsSnapshot) -> Void
        let difference: (Controller, CollectionDifference<ObjectID>) -> Void
        let title: (Controller, String) -> String?

        init<Delegate: FetchedResultsControllerDelegate>(_ delegate: Delegate) where Delegate.Object == Object {
            let box = WeakBox(delegate)
            self.delegate = { box.value }
            reporting = delegate.reporting
            willChange = { box.value?.controllerWillChangeContent($0) }
            didChangeSection = { box.value?.controller($0, didChange: $1, atSectionIndex: $2, for: $3) }
            didChangeObject = { box.value?.controller($0, didChange: $1, at: $2, for: $3, newIndexPath: $4) }
            didChange = { box.value?.controllerDidChangeContent($0) }
            snapshot = { box.value?.controller($0, didChangeContentWith: $1) }
            difference = { box.value?.controller($0, didChangeContentWith: $1) }
            title = { controller, name in
                guard let delegate = box.value else { return controller.sectionIndexTitle(forSectionName: name) }
                return delegate.controller(controller, sectionIndexTitleForSectionName: name)
            }
        }

        var isAlive: Bool { delegate() != nil }

        /// Whether each change is to be told.
        func wantsChanges(of controller: Controller) -> Bool {
            switch reporting {
            case .changes: isAlive
            case .snapshots: false
            case .differences: isAlive && controller.sectionNameKeyPath != nil
            }
        }
    }
}

private final class WeakBox<Value: AnyObject> {
    weak var value: Value?

    init(_ value: Value) {
        self.value = value
    }
}
