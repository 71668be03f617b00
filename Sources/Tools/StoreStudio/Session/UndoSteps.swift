/// Who has made the changes that a session can undo and redo, and which they are.
///
/// All tabs share the changes, so an undo could take back what another tab has just done.
struct UndoSteps {
    struct Step: Hashable {
        /// A number that no other step has.
        var number: Int
        /// The page that made the change; nil if none did.
        var page: String?
        /// The change for people.
        var text: String
    }

    private var done: [Step] = []
    private var undone: [Step] = []
    private var count = 0

    /// The change that an undo takes back.
    var nextToUndo: Step? { done.last }
    /// The number of that change; 0 if there is none.
    var lastNumber: Int { done.last?.number ?? 0 }
    /// The change that a redo makes again.
    var nextToRedo: Step? { undone.last }

    /// Follows an undo history after an undo.
    mutating func undo() { if let step = done.popLast() { undone.append(step) } }

    /// Follows an undo history after a redo.
    mutating func redo() { if let step = undone.popLast() { done.append(step) } }

    /// Takes in what has happened in an undo history since the last time, by a page, or by none.
    mutating func follow(_ counts: (undo: Int, redo: Int), page: String?, _ text: String) {
        done.removeLast(max(done.count - counts.undo, 0))
        undone.removeFirst(max(undone.count - counts.redo, 0))
        while done.count < counts.undo {
            count += 1
            done.append(Step(number: count, page: page, text: text))
        }
    }
}
