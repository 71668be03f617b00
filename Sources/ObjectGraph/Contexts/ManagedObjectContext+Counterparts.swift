extension ManagedObjectContext {
    /// Returns the same object in this context, such as a copy to edit in a child of the object's context.
    ///
    /// Like ``object(with:)``, but with the object's class. If the object has not been saved, only children of its
    /// context also have it.
    ///
    /// - Precondition: Both contexts belong to the same container.
    public func counterpart<Object: ManagedObject>(of object: Object) -> Object {
        guard let counterpart = self.object(with: object.objectID) as? Object else {
            preconditionFailure("\(object) has another class in this context")
        }
        return counterpart
    }
}
