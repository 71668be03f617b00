// Unchecked: only the program knows whether the value, which is one of its closures or results, may leave its queue.
/// A value that leaves its queue, for which the program is responsible, as in Core Data.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value
}
