/// Nodes in the order of rendering.
struct TemplateBody: Sendable {
    let nodes: [any TemplateNode]
    /// Whether loops of the template can end early.
    let canEndEarly: Bool

    /// Adds the output of the nodes to the rendered text.
    func render(in scope: TemplateScope, into text: inout String) throws {
        for node in nodes {
            do {
                try node.render(in: scope, into: &text)
            } catch let error as TemplateFailure {
                throw error
            } catch {
                throw (node as? any PlacedNode)?.problem(error) ?? error
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
