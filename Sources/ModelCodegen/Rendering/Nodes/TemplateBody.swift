import Stencil

/// Nodes that are rendered one after the other.
struct TemplateBody {
    let nodes: [any NodeType]
    private let canEndEarly: Bool

    init(_ nodes: [any NodeType], of script: TemplateScript) {
        self.nodes = nodes
        canEndEarly = script.hasLoopControl
    }

    func render(in context: Context) throws -> String {
        var result = ""
        for node in nodes {
            do {
                result += try node.render(context)
            } catch let error as TemplateFailure {
                throw error
            } catch {
                throw (node as? any PlacedNode)?.problem(error) ?? error
            }
            if canEndEarly, (context["forloop"] as? TemplateLoop)?.isInterrupted == true { break }
        }
        return result
    }
}

/// A node that knows where it stands.
protocol PlacedNode: NodeType {
    var place: TemplatePlace { get }
}

extension PlacedNode {
    /// Stencil's own idea of a place is not used.
    var token: Token? { nil }

    func problem(_ error: any Error) -> TemplateFailure {
        let reason = (error as? TemplateSyntaxError)?.reason ?? String(describing: error)
        return .failure(reason, in: place.source, at: place.index)
    }
}
