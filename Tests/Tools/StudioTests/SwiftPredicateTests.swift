import CompileCheck
import Foundation
import ModelCodegen
import TestSupport
import Testing

@testable import StoreStudio

/// What the page offers to copy as Swift.
@Suite struct SwiftPredicateTests {
    /// Conditions with their form in Swift; nil for those that have none.
    private static let conditions: [(condition: String, swift: String?)] = [
        ("pages > 5 AND title == 'Emma'", #"$0.pages > 5 && $0.title == "Emma""#),
        ("NOT (pages == 5.0 OR 7 <= pages)", "!(($0.pages == 5 || 7 <= $0.pages))"),
        ("pages == 5.5", nil), ("pages == '5'", nil), ("pages == 3000000000", nil), ("pages == nil", nil),
        ("pages IN {1, 2}", "[1, 2].contains($0.pages)"), ("pages IN {1, 'a'}", nil),
        // Names of enum cases are the stored values.
        ("state == 'used'", "$0.stateRawValue == 1"), ("state != 2", "$0.stateRawValue != 2"),
        ("state == 'unknown'", nil), ("state == nil", nil), ("state > 1", nil),
        ("isRead == YES", "$0.isRead == true"), ("isRead == 1", "$0.isRead == true"), ("isRead == 'YES'", nil),
        ("price == 5", "$0.price == 5"), ("price == 9.99", nil), ("price == 'x'", nil),
        ("bought == nil", "$0.bought == nil"), ("bought == 5", nil), ("bought > 5", nil),
        ("cover != nil", "$0.cover != nil"),
        ("site == 'https://example.org'", nil), ("title CONTAINS 'm'", #"$0.title.contains("m")"#),
        ("title BEGINSWITH 'E'", #"$0.title.starts(with: "E")"#), ("pages CONTAINS '1'", nil),
        ("title CONTAINS[cd] 'm'", #"$0.title.localizedStandardContains("m")"#), ("title CONTAINS 5", nil),
        ("shelf.name == 'Novels'", #"$0.shelf?.name == "Novels""#),
        ("shelf.name CONTAINS 'N'", #"$0.shelf?.name.contains("N") == true"#), ("shelf == nil", nil),
        ("shelf.name BEGINSWITH 'N'", #"$0.shelf?.name.starts(with: "N") == true"#),
        ("title == shelf.name", nil), ("pages == pages", "$0.pages == $0.pages"), ("TRUEPREDICATE", "_ in true"),
        ("title == 'a\"b\\\\c'", #"$0.title == "a\"b\\c""#), ("title LIKE 'a*'", nil), ("5 == 5", nil),
        ("#size.width == 2", nil), ("ANY tags.name == 'a'", nil), ("settings == nil", nil),
    ]

    @Test("Conditions have the types of properties in generated code, or no form in Swift")
    func forms() async throws {
        let session = try Library(.json).session()
        for (condition, swift) in Self.conditions {
            let text = try await session.texts(StudioQuery(entity: "Book", condition: condition)).swift
            #expect(text == swift.map { "#Predicate<Book> { \($0) }" }, "\(condition)")
        }
    }

    @Test("What is offered compiles with the code that the tool generates for the model")
    func compiles() async throws {
        let session = try Library(.json).session()
        var texts: [String] = []
        for (condition, _) in Self.conditions {
            texts += [try await session.texts(StudioQuery(entity: "Book", condition: condition)).swift].compactMap(
                \.self)
        }
        let folder = try TemporaryFolder()
        try folder.write(.model(containing: Library.entities), to: "Library.xcdatamodel/contents")
        var model = try #require(
            try CheckedModel(at: folder.path("Library.xcdatamodel"), options: GenerationOptions(fileLayout: .model)))
        let lines = texts.enumerated().map { "    let predicate\($0) = \($1)\n    _ = predicate\($0)" }
        model.standIns.append(
            GeneratedFile(
                name: "Predicates.swift",
                text: "import Foundation\nimport ObjectGraph\n\nfunc predicates() {\n"
                    + lines.joined(separator: "\n") + "\n}\n"))
        let run = CompileRun(checker: TypeChecker(modules: BuiltProduct("Modules").url), modes: [.swift6])
        for failure in try run.failures(of: [model]) { Issue.record("\(failure.output.prefix(4_000))") }
        #expect(texts.count > 15)
    }
}
