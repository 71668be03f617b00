/// `{% for name in values where condition %} … {% empty %} … {% endfor %}`
struct LoopNode: PlacedNode {
    let place: TemplatePlace
    let header: TemplateLoopHeader
    let body: TemplateBody
    let emptyBody: TemplateBody?

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateFailure) {
        place = tag.place
        header = try TemplateLoopHeader(&tag)
        let first = try parser.body(of: tag, until: ["endfor", "empty"])
        body = first.body
        emptyBody = first.end.name == "empty" ? try parser.body(of: tag, until: ["endfor"]).body : nil
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        var items = Self.items(of: try header.values.value(in: scope))
        if let condition = header.condition {
            items = try items.filter { item in
                try scope.block {
                    header.define(item, in: scope)
                    return try condition.holds(in: scope)
                }
            }
        }
        guard !items.isEmpty else {
            try scope.block { try emptyBody?.render(in: scope, into: &text) }
            return
        }
        let outer = scope.loop
        for (index, item) in items.enumerated() {
            let loop = TemplateLoop(index: index, count: items.count, label: header.label, outer: outer)
            try scope.block {
                scope.set("forloop", to: .object(loop))
                header.define(item, in: scope)
                try body.render(in: scope, into: &text)
            }
            if loop.isBroken { break }
        }
    }

    private static func items(of value: RenderedValue?) -> [TemplateLoopHeader.Item] {
        switch value {
        case .list(let list): list.map { .init(key: nil, value: $0) }
        case .object(let object): object.pairs.map { .init(key: $0.key, value: $0.value) }
        case .group(let group): group.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) }
        default: []
        }
    }
}

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
