import ModelSchema

/// What the user info of attributes says of an enum, for comments. Of several attributes, the first that says something
/// is heard.
struct EnumerationComments: Sendable, Hashable {
    /// Lines of a comment; none where there is nothing to say.
    var lines: [String] = []
    /// The same for cases, by their names.
    var caseLines: [String: [String]] = [:]

    /// For all enums of a model, by the names of their types.
    static func byTypeName(in attributes: [Attribute]) -> [String: EnumerationComments] {
        var comments: [String: EnumerationComments] = [:]
        for attribute in attributes {
            guard let enumeration = attribute.enumeration else { continue }
            var found = comments[enumeration.typeName] ?? EnumerationComments()
            if found.lines.isEmpty { found.lines = lines(of: enumeration.documentation ?? "") }
            for (name, text) in enumeration.caseDocumentation where found.caseLines[name] == nil {
                found.caseLines[name] = lines(of: text)
            }
            comments[enumeration.typeName] = found
        }
        return comments
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { SwiftLiteral.comment(String($0)) }
    }
}
