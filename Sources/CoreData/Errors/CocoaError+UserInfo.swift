public import Foundation

// What an error of Core Data says of its objects, as Apple's framework offers it.
extension CocoaError {
    /// The object that is not valid; nil for an error of another kind.
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch let error as CocoaError where error.isValidationError {
    ///     print("\(error.validationKey ?? "A property") of \(error.validationObject ?? "an object") is not valid")
    /// }
    /// ```
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
    /// The name of the property that is not valid.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
    /// The condition of the model that is not met.
    public var validationPredicate: NSPredicate? { userInfo[NSValidationPredicateErrorKey] as? NSPredicate }
    /// The value that is not valid; nil if there is none.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
    /// The stores of the error.
    public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }
    /// The objects of the error.
    public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }
    /// The conflicts of a save with objects that others have saved.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
}
