/// `{% macro name parameter … %} … {% endmacro %}`
struct MacroNode: PositionedNode {
    let place: TemplatePosition
    let name: String
    let macro: TemplateMacro

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the macro is missing") }
        name = word.text
        var parameters: [String] = []
        while let parameter = tag.parser.word() { parameters.append(parameter.text) }
        macro = TemplateMacro(parameters: parameters, body: try parser.body(of: tag, until: ["endmacro"]).body)
    }

    func render(in scope: TemplateScope, into text: inout String) { scope.set(name, to: .macro(macro)) }
}

/// The macro that a name represents.
@usableFromInline
package final class TemplateMacro: Sendable {
    let parameters: [String]
    let body: TemplateBody

    init(parameters: [String], body: TemplateBody) {
        self.parameters = parameters
        self.body = body
    }
}

/// `{% call name argument … %}`
struct CallNode: PositionedNode {
    let place: TemplatePosition
    let name: String
    let arguments: [TemplateExpression]

    init(_ tag: inout TemplateTag) throws(TemplateError) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the macro is missing") }
        name = word.text
        var arguments: [TemplateExpression] = []
        while !tag.parser.isAtEnd { arguments.append(try tag.parser.value()) }
        self.arguments = arguments
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        guard case .macro(let macro) = scope[name] else { throw RenderingError("unknown macro '\(name)'") }
        guard macro.parameters.count == arguments.count else {
            throw RenderingError(
                "argument count of macro '\(name)' is \(arguments.count), not \(macro.parameters.count)")
        }
        try scope.spend(arguments.count)
        var variables: [String: RenderedValue] = [:]
        for (parameter, argument) in zip(macro.parameters, arguments) {
            variables[parameter] = try argument.value(in: scope)
        }
        try scope.nesting(place) {
            try scope.block(with: variables) { try macro.body.render(in: scope, into: &text) }
        }
    }
}
