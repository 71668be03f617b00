/// `{% for name in values where condition %} … {% empty %} … {% endfor %}`
struct LoopNode: PositionedNode {
    let place: TemplatePosition
    let header: TemplateLoopHeader
    let body: TemplateBody
    let emptyBody: TemplateBody?

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        header = try TemplateLoopHeader(&tag)
        let first = try parser.body(of: tag, until: ["endfor", "empty"])
        body = first.body
        emptyBody = first.end.name == "empty" ? try parser.body(of: tag, until: ["endfor"]).body : nil
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        var items = Self.items(of: try header.values.value(in: scope))
        try scope.spend(onListing: items.count)
        if let condition = header.condition {
            // The contents are not rendered for an item that does not meet the condition.
            try scope.spend(items.count)
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
struct LoopControlNode: PositionedNode {
    let place: TemplatePosition
    let label: String?
    let isLast: Bool

    init(_ tag: inout TemplateTag) throws(TemplateError) {
        place = tag.place
        isLast = tag.name == "break"
        label = tag.parser.word()?.text
        try tag.parser.expectEnd()
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        guard let loop = scope.loop else { throw RenderingError("no loop is running") }
        guard loop.interrupt(label, isLast: isLast) else {
            throw RenderingError("no loop with the label '\(label ?? "")' is running")
        }
    }
}

/// The contents of the first tag of a loop.
struct TemplateLoopHeader {
    /// One iteration: a value, with its name in a loop over a table.
    struct Item {
        var key: String?
        var value: RenderedValue
    }

    let label: String?
    /// The names for the value; two in a loop over a table. An underscore is not a name.
    let names: [String]
    let values: TemplateExpression
    /// The place of the values.
    let valuesStart: String.Index
    let condition: TemplateExpression?

    init(_ tag: inout TemplateTag) throws(TemplateError) {
        label = tag.label
        var names: [String] = []
        while let word = tag.parser.word(), word.text != "in" {
            names += word.text.split(separator: ",").map(String.init)
            guard !tag.parser.isAtEnd else { break }
        }
        guard !names.isEmpty, names.count <= 2, !tag.parser.isAtEnd else {
            throw tag.parser.syntax("write 'for name in values' or 'for key, value in table'")
        }
        self.names = names
        valuesStart = tag.parser.position
        values = try tag.parser.value()
        condition = tag.parser.take("where") ? try tag.parser.condition() : nil
        try tag.parser.expectEnd()
    }

    /// Sets the variables of one iteration.
    func define(_ item: Item, in scope: TemplateScope) {
        guard let key = item.key, names.count == 2 else {
            // A loop over a table with one name visits its keys.
            return scope.set(names[0], to: item.key.map(RenderedValue.text) ?? item.value)
        }
        if names[0] != "_" { scope.set(names[0], to: .text(key)) }
        if names[1] != "_" { scope.set(names[1], to: item.value) }
    }
}

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
