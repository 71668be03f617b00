/// `{% map values into name using item %} … {% endmap %}`: a list with the text of the body for each value.
struct MapNode: PositionedNode {
    let place: TemplatePosition
    let header: TemplateMapHeader
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        header = try TemplateMapHeader(&tag)
        let first = try parser.body(of: tag, until: ["endmap", "empty"])
        body = first.body
        if first.end.name == "empty" { _ = try parser.body(of: tag, until: ["endmap"]) }
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        guard case .list(let values) = try header.values.value(in: scope), !values.isEmpty else { return }
        let texts = try values.enumerated().map { index, item in
            var variables: [String: RenderedValue] = [
                "maploop": .group([
                    "counter": .integer(index), "first": .flag(index == 0), "last": .flag(index == values.count - 1),
                    "item": item,
                ])
            ]
            if let name = header.itemName { variables[name] = item }
            return RenderedValue.text(try scope.block(with: variables) { try body.text(in: scope) })
        }
        scope.set(header.resultName, to: .list(texts))
    }
}

/// The contents of the tag `map`.
struct TemplateMapHeader {
    let values: TemplateExpression
    let valuesStart: String.Index
    let resultName: String
    let itemName: String?

    init(_ tag: inout TemplateTag) throws(TemplateError) {
        valuesStart = tag.parser.position
        values = try tag.parser.value()
        guard tag.parser.take("into"), let result = tag.parser.word() else {
            throw tag.parser.syntax("write 'map values into name', optionally followed by 'using item'")
        }
        resultName = result.text
        itemName = tag.parser.take("using") ? tag.parser.word()?.text : nil
        try tag.parser.expectEnd()
    }
}
