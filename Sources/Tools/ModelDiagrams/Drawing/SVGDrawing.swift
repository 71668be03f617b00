import ModelSchema

/// Writes a drawing as the elements of an SVG image.
///
/// The style sheet and the script of the page refer to classes and `data-` attributes. All text of the model passes
/// through ``htmlText(_:)``.
struct SVGDrawing {
    let drawing: ModelDrawing
    private let colors: ColorGroups
    private let titles: [OverviewTitle]

    init(_ drawing: ModelDrawing) {
        self.drawing = drawing
        colors = ColorGroups(drawing.boxes.map(\.entity))
        titles = OverviewTitle.titles(of: drawing.boxes)
    }

    /// The margin around the drawing.
    static let margin = 24.0

    var viewBox: String {
        let margin = Int(SVGDrawing.margin)
        let (width, height) = (Int(drawing.layout.width.rounded(.up)), Int(drawing.layout.height.rounded(.up)))
        return "\(-margin) \(-margin) \(width + 2 * margin) \(height + 2 * margin)"
    }

    /// The lines, and then the boxes that cover them, with one element on each line.
    func elements() -> String {
        let lines = drawing.links.indices.map(line).joined()
        let boxes = drawing.boxes.indices.map(box).joined()
        return "<g class=\"lines\">\n\(lines)</g>\n<g class=\"boxes\">\n\(boxes)</g>\n"
    }

    private func line(_ index: Int) -> String {
        let link = drawing.links[index]
        let route = drawing.layout.routes[index]
        let (source, target) = link.entities
        let (start, end) = (LineEnd(at: route), LineEnd(at: route.reversed()))
        let (style, title, signs): (String, String, String)
        switch link {
        case .inheritance:
            style = "inheritance"
            title = "\(drawing.boxes[source].entity.name) is a child of \(drawing.boxes[target].entity.name)"
            signs = end.triangle
        case .connection(let connection):
            let relationship = drawing.boxes[source].entity.relationships[connection.source.relationship]
            let inverse = connection.inverse.map { drawing.boxes[target].entity.relationships[$0] }
            style = connection.isOneSided ? "connection one-sided" : "connection"
            title = self.title(of: connection, relationship, inverse)
            signs =
                end.multiplicity(isToMany: relationship.isToMany, isOptional: relationship.isOptional)
                + (inverse.map { start.multiplicity(isToMany: $0.isToMany, isOptional: $0.isOptional) } ?? start.dot)
        }
        let path = svgPath(route)
        return """
            <g class="line \(style)" data-ends="\(source) \(target)"><title>\(htmlText(title))</title>\
            <path class="reach" d="\(path)"/><path class="stroke" d="\(path)"/>\(signs)</g>

            """
    }

    private func title(of connection: Connection, _ relationship: Relationship, _ inverse: Relationship?) -> String {
        let source = drawing.boxes[connection.source.entity].entity.name
        let target = drawing.boxes[connection.targetEntity].entity.name
        let there = "\(source).\(relationship.name) → \(relationship.multiplicityText) \(target)"
        guard let inverse else { return "\(there), no inverse" }
        return "\(there) · \(target).\(inverse.name) → \(inverse.multiplicityText) \(source)"
    }

    private func box(_ index: Int) -> String {
        let box = drawing.boxes[index]
        let origin = drawing.layout.origins[index]
        let (width, height, header) = (Int(box.width), Int(box.height), Int(box.headerHeight))
        let name = htmlText(box.entity.name)
        let short = htmlText(shortened(box.entity.name, to: EntityBox.longestName))
        let style = "entity color-\(colors.number(of: box.entity))\(box.entity.isAbstract ? " abstract" : "")"
        let subtitle =
            box.subtitle.isEmpty ? "" : "<text class=\"subtitle\" x=\"14\" y=\"37\">\(htmlText(box.subtitle))</text>"
        let rows = box.rows.indices.map { row($0, of: box) }.joined()
        return """
            <g class="\(style)" id="entity-\(index)" tabindex="0" role="img" aria-label="\(name)" \
            transform="translate(\(Int(origin.x)) \(Int(origin.y)))"><title>\(htmlText(title(of: box.entity)))</title>\
            <rect class="back" width="\(width)" height="\(height)" rx="9"/>\
            <path class="header" d="\(headerPath(width: width, height: header, isWhole: box.rows.isEmpty))"/>\
            <g class="near"><text class="name" x="14" y="21">\(short)</text>\(subtitle)
            \(rows)</g>\(overview(of: box, titles[index]))\
            <rect class="frame" width="\(width)" height="\(height)" rx="9"/></g>

            """
    }

    private func title(of entity: Entity) -> String {
        let attributes = countText(entity.attributes.count, "attribute", "attributes")
        let relationships = countText(entity.relationships.count, "relationship", "relationships")
        return "\(entity.name): \(attributes), \(relationships)"
    }

    private func headerPath(width: Int, height: Int, isWhole: Bool) -> String {
        isWhole
            ? "M0 9a9 9 0 0 1 9-9H\(width - 9)a9 9 0 0 1 9 9V\(height - 9)a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9Z"
            : "M0 \(height)V9a9 9 0 0 1 9-9H\(width - 9)a9 9 0 0 1 9 9V\(height)Z"
    }

    private func row(_ index: Int, of box: EntityBox) -> String {
        let row = box.rows[index]
        let top = Int(box.top(ofRow: index))
        let (width, isFirstLink) = (Int(box.width), index == box.entity.attributes.count && index > 0)
        let rule = isFirstLink ? "<path class=\"rule-line\" d=\"M0 \(top)H\(width)\"/>" : ""
        let details = row.details.filter { !$0.text.isEmpty }
            .map { "<tspan class=\"\($0.style)\">\(htmlText($0.text))</tspan>" }.joined()
        let name = htmlText(shortened(row.name, to: EntityBox.longestName))
        let marker = row.isUnique ? "<path class=\"unique\" d=\"M4 \(top + 10)l4-4l4 4l-4 4Z\"/>" : ""
        let style = "row \(row.kind.rawValue)\(row.isOptional ? " optional" : "")"
        return """
            \(rule)<g class="\(style)" data-name="\(htmlText(row.name))"><title>\(htmlText(row.tooltip))</title>\
            <rect class="row-back" x="1" y="\(top)" width="\(width - 2)" height="\(Int(EntityBox.rowHeight))"/>\
            \(marker)<text class="key" x="16" y="\(top + 14)">\(name)</text>\
            <text class="details" x="\(width - 14)" y="\(top + 14)">\(details)</text></g>

            """
    }

    private func overview(of box: EntityBox, _ title: OverviewTitle) -> String {
        let lineHeight = title.fontSize * 1.15
        let first = box.height / 2 - lineHeight * Double(title.lines.count - 1) / 2 + title.fontSize * 0.36
        let lines = title.lines.enumerated().map { index, line in
            let y = Int((first + lineHeight * Double(index)).rounded())
            return "<tspan x=\"\(Int(box.width / 2))\" y=\"\(y)\">\(htmlText(line))</tspan>"
        }
        return "<text class=\"overview\" font-size=\"\(Int(title.fontSize))\">\(lines.joined())</text>"
    }
}
