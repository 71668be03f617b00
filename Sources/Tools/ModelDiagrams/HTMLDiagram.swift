public import ModelSchema

/// Draws a model as one interactive HTML page, in which you can move, zoom, search, and follow relationships.
///
/// The page needs no network and no other files, and its policy forbids loading any. Equal models give equal bytes,
/// regardless of the order of their parts.
///
/// ```swift
/// let page = HTMLDiagram().render(model)
/// try Data(page.utf8).write(to: folder.appending(path: "Library.html"))
/// ```
public struct HTMLDiagram: Sendable {
    /// Creates a renderer.
    public init() {}

    /// Returns the page as text, with one newline at its end.
    public func render(_ model: Model) -> String {
        let drawing = SVGDrawing(ModelDrawing(model))
        let name = htmlText(model.name)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
            script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
            <title>\(name)</title>
            <style>\(ModelPageParts.style)</style>
            </head>
            <body>
            <svg id="diagram" xmlns="http://www.w3.org/2000/svg" viewBox="\(drawing.viewBox)" aria-label="\(name)">
            <g id="view">
            \(drawing.elements())</g>
            </svg>
            <header id="title" class="bar"><h1 title="\(name)">\(name)</h1>\
            <span class="counts">\(model.countsText)</span></header>
            \(pageControls)\(model.entities.isEmpty ? "<p id=\"empty\">This model has no entities.</p>\n" : "")\
            <script>\(ModelPageParts.script)</script>
            </body>
            </html>

            """
    }
}

/// The parts of the page that are the same for all models, for pages that contain it,
/// and allow no other parts by their hashes.
///
/// In a frame, the page sends the name of an entity that is opened to the page around it: `{ entity: "Team" }`.
package enum ModelPageParts {
    /// The text of the style element.
    package static var style: String { "\n\(drawingStyle)\n\(pageStyle)\n" }

    /// The text of the script element.
    package static var script: String { "\n\(pageScript)\n" }
}
