public import Observation

/// Views and `withObservationTracking` can observe each property separately if the context is
/// ``ManagedObjectContext/isObservable``.
extension ManagedObject: Observable {
    /// A property in key paths.
    fileprivate subscript(observedProperty index: Int) -> Int { index }

    /// - Parameter property: The index of an attribute, or -1 minus the index of a relationship, as below.
    final func noteRead(ofProperty property: Int) {
        context?.checkAccess?()
        ownDetails.registrar.access(self, keyPath: \.[observedProperty: property])
    }

    final func observingChange(ofProperty property: Int, _ change: () -> Void) {
        context?.checkAccess?()
        ownDetails.registrar.withMutation(of: self, keyPath: \.[observedProperty: property], change)
    }

    final func noteWillChange(ofProperty property: Int) {
        context?.checkAccess?()
        ownDetails.registrar.willSet(self, keyPath: \.[observedProperty: property])
    }

    final func noteDidChange(ofProperty property: Int) {
        ownDetails.registrar.didSet(self, keyPath: \.[observedProperty: property])
    }

    /// Notes that all values may have changed.
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
