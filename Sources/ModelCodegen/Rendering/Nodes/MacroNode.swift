import Stencil

/// `{% macro name parameter … %} … {% endmacro %}`
struct MacroNode: PlacedNode {
    /// What the name of a macro stands for.
    final class Macro {
        let parameters: [String]
        let body: TemplateBody

        init(parameters: [String], body: TemplateBody) {
            self.parameters = parameters
            self.body = body
        }
    }

    let place: TemplatePlace
    let name: String
    let macro: Macro

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the macro is missing") }
        name = word.text
        var parameters: [String] = []
        while let parameter = tag.parser.word() { parameters.append(parameter.text) }
        macro = Macro(parameters: parameters, body: try blocks.body(of: tag, until: ["endmacro"]).body)
    }

    func render(_ context: Context) throws -> String {
        context[name] = macro
        return ""
    }
}

/// `{% call name argument … %}`
struct CallNode: PlacedNode {
    let place: TemplatePlace
    let name: String
    let arguments: [TemplateExpression]
    private let library: TemplateLibrary

    init(_ tag: inout TemplateTag, library: TemplateLibrary) throws(TemplateFailure) {
        place = tag.place
        self.library = library
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the macro is missing") }
        name = word.text
        var arguments: [TemplateExpression] = []
        while !tag.parser.isAtEnd { arguments.append(try tag.parser.value()) }
        self.arguments = arguments
    }

    func render(_ context: Context) throws -> String {
        guard let macro = context[name] as? MacroNode.Macro else {
            throw TemplateSyntaxError("there is no macro '\(name)'")
        }
        guard macro.parameters.count == arguments.count else {
            throw TemplateSyntaxError(
                "macro '\(name)' takes \(macro.parameters.count) arguments, and gets \(arguments.count)")
        }
        var variables: [String: Any] = [:]
        for (parameter, argument) in zip(macro.parameters, arguments) {
            variables[parameter] = try argument.value(in: context)
        }
        return try library.nesting(place) {
            try context.push(dictionary: variables) { try macro.body.render(in: context) }
        }
    }
}
