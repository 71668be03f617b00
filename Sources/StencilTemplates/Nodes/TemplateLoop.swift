/// The value of `forloop` inside a loop.
final class TemplateLoop: TemplateObject {
    private let index: Int
    private let count: Int
    private let label: String?
    private let outer: TemplateLoop?
    /// Whether to skip the rest of this iteration.
    private(set) var isInterrupted = false
    /// Whether no iteration follows.
    private(set) var isBroken = false

    init(index: Int, count: Int, label: String?, outer: TemplateLoop?) {
        self.index = index
        self.count = count
        self.label = label
        self.outer = outer
    }

    override func member(_ name: String) -> RenderedValue? {
        switch name {
        case "first": .flag(index == 0)
        case "last": .flag(index == count - 1)
        case "counter": .integer(index + 1)
        case "counter0": .integer(index)
        case "length": .integer(count)
        case label: .object(self)
        default: outer?.labelled(name).map(RenderedValue.object)
        }
    }

    /// Ends the current iterations of this loop and its outer loops, up to the loop with a label.
    ///
    /// - Returns: Whether there is such a loop.
    func interrupt(_ label: String?, isLast: Bool) -> Bool {
        if label == nil || label == self.label {
            isInterrupted = true
            isBroken = isLast
            return true
        }
        guard outer?.interrupt(label, isLast: isLast) == true else { return false }
        isInterrupted = true
        isBroken = true
        return true
    }

    private func labelled(_ name: String) -> TemplateLoop? { label == name ? self : outer?.labelled(name) }
}
