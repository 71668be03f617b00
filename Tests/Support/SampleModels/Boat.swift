import ObjectGraph

/// An entity whose class is written by hand: the generator adds the properties only.
///
/// It counts how often the runtime calls it, and sets a value when it is inserted.
open class Boat: Vehicle {
    public private(set) var insertionCount = 0
    public private(set) var deletionCount = 0
    /// What the relationships held when ``prepareForDeletion()`` was called.
    public private(set) var driverAtDeletion: Driver?
    /// What else `prepareForDeletion` deletes.
    public var companion: Boat?

    open override func awakeFromInsert() {
        insertionCount += 1
        name = "Boat with \(wheels) wheels"
        wheels = 0
    }

    open override func prepareForDeletion() {
        deletionCount += 1
        driverAtDeletion = driver
        if let companion { managedObjectContext?.delete(companion) }
    }
}
