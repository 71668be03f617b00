/// A part of a template, parsed.
protocol TemplateNode: Sendable {
    /// Adds what the part gives to the rendered text.
    func render(in scope: TemplateScope, into text: inout String) throws
}

/// A node that knows where it stands.
protocol PlacedNode: TemplateNode {
    var place: TemplatePlace { get }
}

extension PlacedNode {
    func problem(_ error: any Error) -> TemplateFailure {
        .failure(String(describing: error), in: place.source, at: place.index)
    }
}

/// Why something in a tag cannot be rendered. The node adds the place.
struct RenderingFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
