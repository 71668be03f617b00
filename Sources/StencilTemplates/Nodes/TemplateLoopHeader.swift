/// The contents of the first tag of a loop.
struct TemplateLoopHeader {
    /// One iteration: a value, with its name in a loop over a table.
    struct Item {
        var key: String?
        var value: RenderedValue
    }

    let label: String?
    /// The names for the value; two in a loop over a table. An underscore is not a name.
    let names: [String]
    let values: TemplateExpression
    /// The place of the values.
    let valuesStart: String.Index
    let condition: TemplateExpression?

    init(_ tag: inout TemplateTag) throws(TemplateFailure) {
        label = tag.label
        var names: [String] = []
        while let word = tag.parser.word(), word.text != "in" {
            names += word.text.split(separator: ",").map(String.init)
            guard !tag.parser.isAtEnd else { break }
        }
        guard !names.isEmpty, names.count <= 2, !tag.parser.isAtEnd else {
            throw tag.parser.syntax("write 'for name in values' or 'for key, value in table'")
        }
        self.names = names
        valuesStart = tag.parser.position
        values = try tag.parser.value()
        condition = tag.parser.take("where") ? try tag.parser.condition() : nil
        try tag.parser.expectEnd()
    }

    /// Sets the variables of one iteration.
    func define(_ item: Item, in scope: TemplateScope) {
        guard let key = item.key, names.count == 2 else {
            // A loop over a table with one name visits its keys.
            return scope.set(names[0], to: item.key.map(RenderedValue.text) ?? item.value)
        }
        if names[0] != "_" { scope.set(names[0], to: .text(key)) }
        if names[1] != "_" { scope.set(names[1], to: item.value) }
    }
}
