/// `{% include "file" %}`, optionally with a variable whose fields the template receives, and `{% import "file" %}` for
/// its macros only.
struct IncludeNode: PositionedNode {
    let place: TemplatePosition
    let file: TemplateExpression
    let variable: String?
    let isSilent: Bool

    init(_ tag: inout TemplateTag) throws(TemplateError) {
        place = tag.place
        isSilent = tag.name == "import"
        file = try tag.parser.value()
        variable = isSilent ? nil : tag.parser.word()?.text
        try tag.parser.expectEnd()
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        let body = try scope.library.body(named: try file.value(in: scope).printed, at: place)
        try scope.nesting(place) {
            if isSilent {
                _ = try body.text(in: scope)
                return
            }
            let variables = Self.variables(of: variable.flatMap { scope[$0] })
            try scope.spend(variables.count)
            try scope.block(with: variables) { try body.render(in: scope, into: &text) }
        }
    }

    private static func variables(of value: RenderedValue?) -> [String: RenderedValue] {
        switch value {
        case .object(let object): object.variables
        case .group(let group): group
        default: [:]
        }
    }
}
