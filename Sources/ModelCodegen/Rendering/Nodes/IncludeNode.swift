/// `{% include "file" %}`, also with the variable whose fields it gets; `{% import "file" %}` for its macros alone.
struct IncludeNode: PlacedNode {
    let place: TemplatePlace
    let file: TemplateExpression
    let variable: String?
    let isSilent: Bool

    init(_ tag: inout TemplateTag) throws(TemplateFailure) {
        place = tag.place
        isSilent = tag.name == "import"
        file = try tag.parser.value()
        variable = isSilent ? nil : tag.parser.word()?.text
        try tag.parser.expectEnd()
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        let body = try scope.library.body(named: TemplateText.of(try file.value(in: scope)), at: place)
        try scope.nesting(place) {
            if isSilent {
                _ = try body.text(in: scope)
                return
            }
            let value = variable.flatMap { scope[$0] }
            let variables = (value as? TemplateObject)?.variables ?? value as? [String: Any] ?? [:]
            try scope.block(with: variables) { try body.render(in: scope, into: &text) }
        }
    }
}
