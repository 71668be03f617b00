package import ModelSchema

/// A drawing of a model for a page that has its own style sheets.
package enum ModelDrawingParts {
    /// What the drawing looks like.
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
