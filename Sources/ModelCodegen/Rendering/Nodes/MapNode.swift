import Stencil

/// `{% map values into name using item %} … {% endmap %}`: a list of the texts that the body gives for each value.
struct MapNode: PlacedNode {
    let place: TemplatePlace
    let header: TemplateMapHeader
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) {
        place = tag.place
        header = try TemplateMapHeader(&tag)
        let first = try blocks.body(of: tag, until: ["endmap", "empty"])
        body = first.body
        if first.end?.name == "empty" { _ = try blocks.body(of: tag, until: ["endmap"]) }
    }

    func render(_ context: Context) throws -> String {
        guard let values = try header.values.value(in: context) as? [Any], !values.isEmpty else { return "" }
        context[header.resultName] = try values.enumerated().map { index, item -> String in
            var variables: [String: Any] = [
                "maploop": ["counter": index, "first": index == 0, "last": index == values.count - 1, "item": item]
                    as [String: Any]
            ]
            if let name = header.itemName { variables[name] = item }
            return try context.push(dictionary: variables) { try body.render(in: context) }
        }
        return ""
    }
}

/// What stands in the tag `map`.
struct TemplateMapHeader {
    let values: TemplateExpression
    let valuesStart: String.Index
    let resultName: String
    let itemName: String?

    init(_ tag: inout TemplateTag) throws(TemplateFailure) {
        valuesStart = tag.parser.position
        values = try tag.parser.value()
        guard tag.parser.take("into"), let result = tag.parser.word() else {
            throw tag.parser.syntax("write 'map values into name', and 'using item' behind it")
        }
        resultName = result.text
        itemName = tag.parser.take("using") ? tag.parser.word()?.text : nil
        try tag.parser.expectEnd()
    }
}
