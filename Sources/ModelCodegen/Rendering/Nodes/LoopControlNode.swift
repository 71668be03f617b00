/// `{% break %}` and `{% continue %}`, with the label of a loop or without.
struct LoopControlNode: PlacedNode {
    let place: TemplatePlace
    let label: String?
    let isLast: Bool

    init(_ tag: inout TemplateTag) throws(TemplateFailure) {
        place = tag.place
        isLast = tag.name == "break"
        label = tag.parser.word()?.text
        try tag.parser.expectEnd()
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        guard let loop = scope.loop else { throw RenderingFailure("no loop is running") }
        guard loop.interrupt(label, isLast: isLast) else {
            throw RenderingFailure("no loop with the label '\(label ?? "")' is running")
        }
    }
}
