public import ModelSchema

/// Draws a model as an SVG image: entities as boxes, relationships and inheritance as lines between them, with the name of
/// the model and a legend.
///
/// The image needs no other files, and follows the light or dark mode of its surroundings. Programs that convert it to
/// another form draw it in light colors. Equal models give equal
/// bytes, regardless of the order of their parts.
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

/// A drawing of a model for a page that has its own style sheets.
package enum ModelDrawingParts {
    /// The style sheet of the drawing.
    package static var styleSheet: String { drawingStyle + "\n" }

    /// The drawing as an SVG document without a style sheet. The boxes of entities have the class `entity`, and their names as
    /// labels.
    package static func image(of model: Model) -> String {
        let drawing = SVGDrawing(ModelDrawing(model))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(drawing.viewBox)" aria-label="\(htmlText(model.name))">
            \(drawing.elements())</svg>

            """
    }
}
