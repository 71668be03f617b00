// Unchecked: whether the value may leave its queue is known to the program alone, whose closures and results these are.
/// A value that leaves the queue it was made on, as Core Data leaves it to the program to see to.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value
}
