import ModelSchema
import StencilTemplates
import SwiftNames

/// What the template `coredata-accessors` receives.
struct CoreDataAccessorsContext: TemplateContext {
    static let templateName = "coredata-accessors"
    static let summary =
        "The functions that the `@NSManaged` properties and methods of a class call on platforms without Apple's "
        + "framework."

    struct Accessor: TemplateRecord {
        var symbol: String
        var signature: String
        var body: String

        static let fields: TemplateFields<Self> = [
            .init("symbol", \.symbol, "The name of the symbol that the compiler gives the member."),
            .init("signature", \.signature, "The signature after the name of the function."),
            .init("body", \.body, "The body of the function."),
        ]
    }

    var className: String
    var prefix: String
    var accessors: [Accessor]
    var types: CoreDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("className", \.className, "The class that has the members, safe inside a comment."),
        .init("prefix", \.prefix, "The prefix of the function names."),
        .init("accessors", \.accessors, "The functions, by property."),
        .init("types", \.types, "The library types."),
    ]

    /// - Parameter module: The module of the class.
    init(_ item: CoreDataClass, module: String, options: GenerationOptions) {
        className = SwiftLiteral.comment(item.className)
        prefix = item.plainName
        accessors = CoreDataAccessors(item: item, module: module, options: options).all
        types = item.types
    }
}
