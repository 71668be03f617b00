import Testing

/// What is public says what it is.
@Suite struct DocumentationCommentTests {
    /// Described by the standard library, for every type that has them.
    private static let inherited: Set<String> = [
        "func ==", "func <", "func encode", "func hash", "func index", "func makeIterator", "init(arrayLiteral",
        "init(dictionaryLiteral", "init(from", "init(rawValue", "init(stringLiteral", "var debugDescription",
        "var description", "var endIndex", "var errorDescription", "var startIndex", "var underestimatedCount",
    ]

    @Test("Every public declaration has a documentation comment")
    func everyPublicDeclarationHasAComment() throws {
        let declarations = try PublicDeclarations()
        let bare = declarations.all.filter { declaration in
            !declaration.isDocumented && !Self.inherited.contains(declaration.name)
                && !declarations.isDescribedByProtocol(declaration)
        }
        #expect(declarations.all.count > 1000)
        #expect(bare.isEmpty, "\(bare.map { "\($0.place): \($0.name)" }.joined(separator: "\n"))")
    }

    @Test("Every public declaration that can throw says which errors it throws, unless it is unavailable")
    func errors() throws {
        let declarations = try PublicDeclarations()
        let throwing = declarations.all.filter { declaration in
            declaration.canThrow && !declaration.place.hasPrefix("Sources/CoreData/Unavailable/")
        }
        let silent = throwing.filter { declaration in
            !declaration.describesErrors && !Self.inherited.contains(declaration.name)
                && !declarations.hasErrorsOfProtocol(declaration)
        }
        #expect(throwing.count > 150)
        #expect(silent.isEmpty, "\(silent.map { "\($0.place): \($0.name)" }.joined(separator: "\n"))")
    }
}
