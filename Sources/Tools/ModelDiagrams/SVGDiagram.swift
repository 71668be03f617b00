public import ModelSchema

/// Draws a model as an SVG image: entities as boxes, relationships and inheritance as lines between them, with the name
/// of the model and a legend.
///
/// The image needs no other files, and follows the light or dark mode of its surroundings. Programs that convert it to
/// another form draw it in light colors. Equal models give equal
/// bytes, regardless of the order of their parts.
///
/// ```swift
/// let image = SVGDiagram().render(model)
/// try Data(image.utf8).write(to: folder.appending(path: "Library.svg"))
/// ```
public struct SVGDiagram: Sendable {
    /// Creates a renderer.
    public init() {}

    /// Returns the image as text, with one newline at its end.
    public func render(_ model: Model) -> String {
        let picture = SVGPicture(model)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(picture.viewBox)" role="img" \
            aria-label="\(htmlText(model.name))">
            <title>\(htmlText(model.name))</title>
            <style>
            \(drawingStyle)
            </style>
            \(picture.elements())</svg>

            """
    }
}

/// The parts of a drawing for pages that have its colors.
package enum ModelDrawingParts {
    /// The style sheet of the drawing.
    package static var styleSheet: String { drawingStyle + "\n" }
}
