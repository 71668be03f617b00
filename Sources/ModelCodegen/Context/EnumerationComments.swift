import ModelSchema

/// The documentation of an enum from the user info of attributes. If several attributes have one, the first counts.
struct EnumerationComments: Sendable, Hashable {
    /// The lines of the comment; empty if there is none.
    var lines: [String] = []
    /// The lines of the comments of cases, by name.
    var caseLines: [String: [String]] = [:]

    /// Collects the comments of all enums of a model, by the names of their types.
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
