import Stencil

/// `{% for name in values where condition %} … {% empty %} … {% endfor %}`
struct LoopNode: PlacedNode {
    let place: TemplatePlace
    let header: TemplateLoopHeader
    let body: TemplateBody
    let emptyBody: TemplateBody?

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) {
        place = tag.place
        header = try TemplateLoopHeader(&tag)
        let first = try blocks.body(of: tag, until: ["endfor", "empty"])
        body = first.body
        emptyBody = first.end?.name == "empty" ? try blocks.body(of: tag, until: ["endfor"]).body : nil
    }

    func render(_ context: Context) throws -> String {
        var items = Self.items(of: try header.values.value(in: context))
        if let condition = header.condition {
            items = try items.filter { item in
                try context.push(dictionary: header.variables(for: item)) { try condition.holds(in: context) }
            }
        }
        guard !items.isEmpty else {
            return try context.push { try emptyBody?.render(in: context) ?? "" }
        }
        var result = ""
        let outer = context["forloop"] as? TemplateLoop
        for (index, item) in items.enumerated() {
            let loop = TemplateLoop(index: index, count: items.count, label: header.label, outer: outer)
            result += try context.push(dictionary: ["forloop": loop]) {
                try context.push(dictionary: header.variables(for: item)) { try body.render(in: context) }
            }
            if loop.isBroken { break }
        }
        return result
    }

    private static func items(of value: Any?) -> [TemplateLoopHeader.Item] {
        switch value {
        case let list as [Any]: list.map { .init(key: nil, value: $0) }
        case let table as TemplateTable: table.pairs.map { .init(key: $0.key, value: $0.value) }
        case let table as [String: Any]:
            table.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) }
        default: []
        }
    }
}
