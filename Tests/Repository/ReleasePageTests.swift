import Foundation
import TestSupport
import Testing

/// What a release says of itself is so: its products, platforms, version, changes, and proofs.
@Suite struct ReleasePageTests {
    private static let pages = "Sources/Tools/modelgen/Documentation.docc/"

    private static func text(of file: String) throws -> String {
        try String(contentsOf: SourceTree.file(file), encoding: .utf8)
    }

    /// The version of the tool and of its package, which has one home.
    private static func version() throws -> String {
        let source = try text(of: "Sources/Compiler/ModelCompiler/ToolVersion.swift")
        let match = source.firstMatch(of: /static let current = "([0-9]+\.[0-9]+\.[0-9]+)"/)
        return try String(#require(match).1)
    }

    @Test("The page about versions names every product of the package, and no other")
    func products() throws {
        let manifest = try Self.text(of: "Package.swift")
        let plugins = manifest.matches(of: /\.plugin\(\s*name: "([^"]+)",\s*capability: \.(\w+)/).map { match in
            (String(match.1), match.2 == "buildTool" ? "build tool plugin" : "command plugin")
        }
        let kinds = Dictionary(uniqueKeysWithValues: plugins)
        let products = manifest.matches(of: /\.(library|executable|plugin)\(\s*name: "([^"]+)",\s*targets:/).map {
            "\($0.2): \(kinds[String($0.2)] ?? String($0.1))"
        }
        #expect(products.count > 10)
        let page = try Self.text(of: Self.pages + "Versions.md")
        let rows = page.matches(of: /\n\| `([A-Za-z-]+)` \| ([a-z ]+) \|/).map { "\($0.1): \($0.2)" }
        #expect(rows == products)
    }

    @Test("The page about versions names the oldest systems and the oldest Swift of the package")
    func platforms() throws {
        let manifest = try Self.text(of: "Package.swift")
        let list = try #require(manifest.firstMatch(of: /\n    platforms: \[(.+)\]/)).1
        let platforms = list.matches(of: /\.(\w+)\(\.v(\d+)\)/)
        let names = platforms.map { String($0.1) }.joined(separator: ", ")
        let versions = platforms.map { String($0.2) }.joined(separator: ", ")
        let swift = try #require(manifest.firstMatch(of: /^\/\/ swift-tools-version: ([0-9.]+)/)).1
        let page = try Self.text(of: Self.pages + "Versions.md")
        #expect(page.contains("\n| \(names) | \(versions) |"))
        #expect(page.contains("\n| Swift | \(swift) |"))
    }

    @Test("Instructions for depending on a version name the version of the tool")
    func version() throws {
        let version = try Self.version()
        let recipe = "Sources/Tools/SourcePorting/PackageRecipe.swift"
        for file in [Self.pages + "Versions.md", recipe] {
            let named = try Self.text(of: file).matches(of: /upToNextMinor\(from: "([^"]+)"\)/).map { String($0.1) }
            #expect(!named.isEmpty && named.allSatisfy { $0 == version }, "\(file)")
        }
    }

    /// With the name of a branch, a project would get changes that it has not chosen.
    @Test("Examples of CI name the version of the tool")
    func versionInExamplesOfCI() throws {
        let version = try Self.version()
        let pages = [
            "ContinuousIntegration.md", "ChangingModels.md", "Resources/ModelsInCIValidate.yml",
            "Resources/ModelsInCIGuard.yml",
        ]
        for file in pages.map({ Self.pages + $0 }) + [".github/workflows/models.yml"] {
            let named = try Self.text(of: file).matches(of: /(?:actions\/modelgen@|\brev: )(\S+)/).map { String($0.1) }
            #expect(!named.isEmpty && named.allSatisfy { $0 == version }, "\(file)")
        }
    }

    @Test("The changelog begins with the version of the tool, and later sections have a date")
    func changelog() throws {
        let text = try Self.text(of: "CHANGELOG.md")
        let headings = text.matches(of: /\n## (.+)/).map { String($0.1) }
        let first = try #require(headings.first)
        #expect(try first.hasPrefix("[\(Self.version())] - "))
        for heading in headings {
            let isReleased = heading.wholeMatch(of: /\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}/) != nil
            #expect(isReleased || heading == first && heading.hasSuffix(" - Unreleased"), "\(heading)")
        }
        let kinds = Set(text.matches(of: /\n### (.+)/).map { String($0.1) })
        #expect(kinds.subtracting(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]) == [])
    }

    @Test("Every proof is a file or a command that exists")
    func proofs() throws {
        let rows = try Self.text(of: Self.pages + "Proof.md").split(separator: "\n").filter { $0.hasPrefix("| ") }
        let makefile = try Self.text(of: "Makefile")
        var count = 0
        for row in rows where !row.hasPrefix("| Claim |") && !row.hasPrefix("| --- |") {
            let files = row.matches(of: /`(Tests\/[A-Za-z0-9_.\/-]+)`/).map { String($0.1) }
            for file in files {
                let path = SourceTree.file(file).path(percentEncoded: false)
                #expect(FileManager.default.fileExists(atPath: path), "\(file)")
            }
            let commands = row.matches(of: /`make ([a-z-]+)`/).map { String($0.1) }
            for command in commands { #expect(makefile.contains("\n\(command):"), "make \(command)") }
            #expect(!files.isEmpty || !commands.isEmpty, "\(row)")
            count += 1
        }
        #expect(count > 20)
    }

    @Test("A proof has the mark of tests that need files of public projects exactly if it is skipped without them")
    func proofsThatAreSkipped() throws {
        let page = try Self.text(of: Self.pages + "Proof.md")
        for match in page.matches(of: /`(Tests\/[A-Za-z0-9_.\/-]+\.swift)`(°?)/) {
            let source = try Self.text(of: String(match.1))
            // Either the whole suite is, or each test in it.
            let conditions = source.matches(of: /(Suite\()?\.enabled\(\s*if: (?:PublicStores|Corpus|CompiledPairs)\./)
            let isSkipped =
                conditions.contains { $0.1 != nil }
                || conditions.count == source.matches(of: /@Test\b/).count
            #expect(isSkipped == (match.2 == "°"), "\(match.1)")
        }
    }
}
