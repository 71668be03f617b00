/// A parsed part of a template.
protocol TemplateNode: Sendable {
    /// Adds the output of the part to the rendered text.
    func render(in scope: TemplateScope, into text: inout String) throws
}

/// A node with a place in the template.
protocol PositionedNode: TemplateNode {
    var place: TemplatePosition { get }
}

extension PositionedNode {
    func problem(_ error: any Error) -> TemplateError {
        .renderingError(String(describing: error), in: place.source, at: place.index)
    }
}

/// An error of rendering a tag. The node adds the place.
struct RenderingError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// Text to copy.
struct TextNode: TemplateNode {
    let text: String

    func render(in scope: TemplateScope, into text: inout String) throws { try scope.write(self.text, into: &text) }
}

/// `{{ value if condition else other }}`
struct VariableNode: PositionedNode {
    let place: TemplatePosition
    let value: TemplateExpression
    let condition: TemplateExpression?
    let alternative: TemplateExpression?

    init(_ tag: inout TemplateTag) throws(TemplateError) {
        place = tag.place
        value = try tag.parser.condition()
        condition = tag.parser.take("if") ? try tag.parser.condition() : nil
        alternative = condition != nil && tag.parser.take("else") ? try tag.parser.condition() : nil
        try tag.parser.expectEnd()
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        if let condition, try !condition.holds(in: scope) {
            try scope.write((try alternative?.value(in: scope)).printed, into: &text)
        } else {
            try scope.write(try value.value(in: scope).printed, into: &text)
        }
    }
}

/// `{% filter name:argument %} … {% endfilter %}`
struct FilterNode: PositionedNode {
    let place: TemplatePosition
    let calls: [TemplateExpression.FilterCall]
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        calls = try tag.parser.filterCalls()
        try tag.parser.expectEnd()
        body = try parser.body(of: tag, until: ["endfilter"]).body
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        let own: RenderedValue? = .text(try body.text(in: scope))
        try scope.write(try calls.reduce(own) { try $1.value(of: $0, in: scope) }.printed, into: &text)
    }
}

/// Nodes in the order of rendering.
struct TemplateBody: Sendable {
    let nodes: [any TemplateNode]
    /// Whether loops of the template can end early.
    let canEndEarly: Bool

    /// Adds the output of the nodes to the rendered text.
    func render(in scope: TemplateScope, into text: inout String) throws {
        try scope.enter(self)
        defer { scope.leave() }
        for node in nodes {
            do {
                try node.render(in: scope, into: &text)
            } catch let error as TemplateError {
                throw error
            } catch {
                throw (node as? any PositionedNode)?.problem(error) ?? error
            }
            if canEndEarly, scope.loop?.isInterrupted == true { break }
        }
    }

    /// Returns the output of the nodes.
    func text(in scope: TemplateScope) throws -> String {
        var text = ""
        try render(in: scope, into: &text)
        return text
    }
}
