extension ManagedObjectContext {
    /// The same object in this context, such as the one to edit in a child of the object's context.
    ///
    /// As ``object(with:)``, with the object's class. Where the object has not been saved, only children of its context
    /// have it too.
    ///
    /// - Precondition: Both contexts are of one container.
    public func counterpart<Object: ManagedObject>(of object: Object) -> Object {
        guard let counterpart = self.object(with: object.objectID) as? Object else {
            preconditionFailure("\(object) has another class in this context")
        }
        return counterpart
    }
}
