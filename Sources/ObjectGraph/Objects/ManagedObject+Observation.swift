public import Observation

/// Views that follow objects, and `withObservationTracking`, are told of each property by itself, where the context is
/// ``ManagedObjectContext/isObservable``.
extension ManagedObject: Observable {
    /// Stands for a property in key paths.
    fileprivate subscript(observedProperty index: Int) -> Int { index }

    final func noteRead(ofAttribute index: Int) {
        ownDetails.registrar.access(self, keyPath: \.[observedProperty: index])
    }

    final func noteRead(ofRelationship index: Int) {
        ownDetails.registrar.access(self, keyPath: \.[observedProperty: -1 - index])
    }

    final func observingChange(ofAttribute index: Int, _ change: () -> Void) {
        ownDetails.registrar.withMutation(of: self, keyPath: \.[observedProperty: index], change)
    }

    final func observingChange(ofRelationship index: Int, _ change: () -> Void) {
        ownDetails.registrar.withMutation(of: self, keyPath: \.[observedProperty: -1 - index], change)
    }

    /// - Parameter property: The index of an attribute; of a relationship -1 less its index.
    final func noteWillChange(ofProperty property: Int) {
        ownDetails.registrar.willSet(self, keyPath: \.[observedProperty: property])
    }

    final func noteDidChange(ofProperty property: Int) {
        ownDetails.registrar.didSet(self, keyPath: \.[observedProperty: property])
    }

    /// All values may be others now.
    final func noteRefresh() {
        guard flags.contains(.isObserved), let details else { return }
        for index in entity.attributes.indices {
            details.registrar.withMutation(of: self, keyPath: \.[observedProperty: index]) {}
        }
        for relationship in entity.relationships {
            details.registrar.withMutation(of: self, keyPath: \.[observedProperty: -1 - relationship.index]) {}
        }
    }
}
