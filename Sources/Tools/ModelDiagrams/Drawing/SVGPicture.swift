import ModelSchema

/// A drawing with the model's name above it and the legend below it, which are larger in a large drawing.
struct SVGPicture {
    private let model: Model
    private let drawing: SVGDrawing
    private let width: Double
    /// The size of the heading and the legend.
    private let scale: Double

    private static let headingHeight = 52.0
    /// The space between the drawing and the legend.
    private static let legendDistance = 32.0
    /// The width up to which the heading and the legend have the size of the text in the drawing.
    private static let pageWidth = 1400.0

    init(_ model: Model) {
        self.model = model
        drawing = SVGDrawing(ModelDrawing(model))
        let heading = 10.5 * Double(ModelDiagrams.columnCount(Self.shortName(of: model)))
        let counts = 6.6 * Double(ModelDiagrams.columnCount(model.countsText))
        width = max(drawing.drawing.layout.width, heading, counts, DiagramLegend.columnWidth)
        scale = max(1, (width / Self.pageWidth * 10).rounded() / 10)
    }

    var viewBox: String {
        let margin = SVGDrawing.margin
        let height =
            (drawing.drawing.layout.height
                + (Self.headingHeight + Self.legendDistance + DiagramLegend.height(forWidth: width / scale)) * scale)
        let (left, top) = (Int(-margin), Int(-margin - Self.headingHeight * scale))
        return "\(left) \(top) \(Int((width + 2 * margin).rounded(.up))) \(Int((height + 2 * margin).rounded(.up)))"
    }

    /// The heading, the drawing, and the legend.
    func elements() -> String {
        let legendTop = drawing.drawing.layout.height + Self.legendDistance * scale
        return """
            <g \(transform(top: -Self.headingHeight * scale))>\
            <text class="heading" x="0" y="16">\(htmlText(Self.shortName(of: model)))</text>\
            <text class="counted" x="0" y="34">\(model.countsText)</text></g>
            \(drawing.elements())\
            <g class="legend" \(transform(top: legendTop))>
            \(DiagramLegend.elements(width: width / scale))</g>

            """
    }

    private func transform(top: Double) -> String {
        "transform=\"translate(0 \(Int(top.rounded())))\(scale > 1 ? " scale(\(scale))" : "")\""
    }

    private static func shortName(of model: Model) -> String { shortened(model.name, to: 60) }
}

extension Model {
    /// The number of parts of each kind: `2 entities · 4 attributes · 2 relationships`.
    var countsText: String {
        let attributes = entities.reduce(0) { $0 + $1.attributes.count }
        let relationships = entities.reduce(0) { $0 + $1.relationships.count }
        return [
            countText(entities.count, "entity", "entities"), countText(attributes, "attribute", "attributes"),
            countText(relationships, "relationship", "relationships"),
        ].joined(separator: " · ")
    }
}
