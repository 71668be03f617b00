import Stencil

/// `{% include "file" %}`, also with the variable whose fields it gets; `{% import "file" %}` for its macros alone.
struct IncludeNode: PlacedNode {
    let place: TemplatePlace
    let file: TemplateExpression
    let variable: String?
    let isSilent: Bool
    private let library: TemplateLibrary

    init(_ tag: inout TemplateTag, library: TemplateLibrary) throws(TemplateFailure) {
        place = tag.place
        self.library = library
        isSilent = tag.name == "import"
        file = try tag.parser.value()
        variable = isSilent ? nil : tag.parser.word()?.text
        try tag.parser.expectEnd()
    }

    func render(_ context: Context) throws -> String {
        let body = try library.body(named: TemplateText.of(try file.value(in: context)), at: place)
        return try library.nesting(place) {
            if isSilent {
                _ = try body.render(in: context)
                return ""
            }
            let value = variable.flatMap { context[$0] }
            let variables = (value as? TemplateObject)?.variables ?? value as? [String: Any] ?? [:]
            return try context.push(dictionary: variables) { try body.render(in: context) }
        }
    }
}
