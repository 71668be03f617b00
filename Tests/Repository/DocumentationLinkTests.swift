import Foundation
import TestSupport
import Testing

/// The pages read well in the repository: what they link to and show is there. The build of the documentation says so
/// of the site.
@Suite struct DocumentationLinkTests {
    private static let atRoot = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    private static let pages: [String] = {
        let sources = SourceTree.folder("Sources")
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path(percentEncoded: false))) ?? []
        return atRoot + paths.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/" + $0 }
    }()

    @Test("Pages are found")
    func thereArePages() {
        for page in ["README.md", "Sources/Tools/modelgen/Documentation.docc/Validating.md"] {
            #expect(Self.pages.contains(page))
        }
    }

    private static func text(of page: String) throws -> String {
        try String(contentsOf: SourceTree.root.appending(path: page), encoding: .utf8)
    }

    /// The text without examples, in which nothing is a link.
    private static func prose(of page: String) throws -> String {
        try text(of: page).split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
            .replacing(/`[^`\n]*`/, with: "")
    }

    @Test("The targets of links and pictures exist", arguments: pages)
    func linksAndPicturesLeadSomewhere(_ page: String) throws {
        let prose = try Self.prose(of: page)
        #expect(!prose.contains("<doc:"), "such a link leads nowhere in the repository")
        let folder = SourceTree.root.appending(path: page).deletingLastPathComponent()
        for match in prose.matches(of: /\]\(([^)\s]+)\)/) {
            let target = String(match.1)
            guard !target.contains("://"), !target.hasPrefix("#") else { continue }
            let path = folder.appending(path: String(target.prefix { $0 != "#" })).path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: path), "\(target)")
        }
    }

    /// The first of two headings with the same text has the anchor, so links to one that occurs twice say nothing.
    @Test("Links within a page lead to one heading each", arguments: pages)
    func linksWithinPages(_ page: String) throws {
        let headings = try Self.text(of: page).matches(of: /\n#{2,} (.+)/).map { String($0.1).headingAnchor }
        for match in try Self.prose(of: page).matches(of: /\]\(#([^)\s]+)\)/) {
            #expect(headings.count { $0 == match.1 } == 1, "\(match.1)")
        }
    }

    /// Pages too long to be read from the top begin with a table of what is on them.
    @Test(
        "Long pages begin with links to their chapters",
        arguments: [
            "Tools/modelgen/Documentation.docc/Diagnostics.md",
            "Tools/modelgen/Documentation.docc/TemplateReference.md",
            "Runtime/ObjectGraph/Documentation.docc/Rules.md",
        ])
    func longPagesHaveAWayIn(_ page: String) throws {
        let prose = try Self.prose(of: "Sources/" + page)
        let linked = Set(prose.matches(of: /\]\(#([^)\s]+)\)/).map { String($0.1) })
        let chapters = prose.matches(of: /\n## (.+)/).map { String($0.1) }
        let own = ["Overview", "Find a code", "Change the level of a rule"]
        for chapter in chapters where !own.contains(chapter) {
            #expect(linked.contains(chapter.headingAnchor), "\(chapter)")
        }
    }

    /// Who meets a missing header finds the package to install on the page about problems, and on that of the module.
    @Test("The pages about problems name the packages of libraries")
    func pagesNameThePackagesOfLibraries() throws {
        let manifest = try Self.text(of: "Package.swift")
        let packages = manifest.matches(of: /\.apt\(\["([a-z0-9-]+)"\]\)/).map { String($0.1) }
        #expect(packages.count == 4)
        let page = try Self.text(of: Self.modelgenPages + "Troubleshooting.md")
        for package in packages { #expect(page.contains("`\(package)`"), "\(package)") }
        for (page, package) in [
            (Self.modelgenPages + "GettingStarted.md", "libxml2-dev"),
            ("Sources/Stores/SQLiteStore/Documentation.docc/SQLiteStore.md", "libsqlite3-dev"),
            ("Sources/Stores/PostgreSQLStore/Documentation.docc/PostgreSQLStore.md", "libpq-dev"),
        ] {
            #expect(try Self.text(of: page).contains(package), "\(page)")
        }
    }

    /// Who follows the page finds each file and folder, but for those that stand for any, such as `Sources/X`.
    @Test("The paths and commands in the guide for contributors exist")
    func guideForContributors() throws {
        let text = try Self.text(of: "CONTRIBUTING.md")
        let paths = text.matches(of: /`((?:Sources|Plugins|Templates|Models|Tests)(?:\/[A-Za-z0-9_.+-]+)*)`/)
            .map { String($0.1) }.filter { !$0.hasSuffix("X") && !$0.hasSuffix("XTests") }
        #expect(paths.count > 30)
        for path in paths {
            let file = SourceTree.root.appending(path: path).path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: file), "\(path)")
        }
        let makefile = try Self.text(of: "Makefile")
        let targets = text.matches(of: /`make ([a-z-]+)`/).map { String($0.1) }
        for target in targets { #expect(makefile.contains("\n\(target):"), "make \(target)") }
    }

    /// The build of the documentation knows pages of the same module by their names, other modules,
    /// and pictures by theirs.
    @Test(
        "Pages link only to what the documentation site has",
        arguments: pages.filter { $0.contains(".docc/") })
    func pagesLinkToWhatTheSiteHas(_ page: String) throws {
        for match in try Self.prose(of: page).matches(of: /\]\(([^)\s]+)\)/) {
            let target = String(match.1)
            let isOwn = target.wholeMatch(of: /[A-Za-z]+\.(?:md|tutorial)|Resources\/[A-Za-z]+\.(?:svg|png)/) != nil
            let isModule =
                target.wholeMatch(of: /(?:\.\.\/)+(?:[A-Za-z]+\/)?([A-Za-z]+)\/Documentation\.docc\/\1\.md/) != nil
            #expect(target.contains("://") || target.hasPrefix("#") || isOwn || isModule, "\(target)")
        }
    }

    private static let modelgenPages = "Sources/Tools/modelgen/Documentation.docc/"

    /// What the page shows is what the tutorial ends with, and a package that is built follows the page.
    @Test(
        "The tutorial ends with the code on the page",
        arguments: [
            ("Sources/App/App.swift", "FirstProgramFetch.swift"), ("Package.swift", "FirstProgramPackage.swift"),
            ("contents", "FirstProgramModel.xml"),
        ])
    func theTutorialIsWhatThePageShows(_ block: String, _ file: String) throws {
        let page = try Self.text(of: Self.modelgenPages + "GettingStarted.md")
        let shown = page.split(separator: "<!-- walk: \(block) -->\n").last?.split(separator: "```").first
        let text = shown.map { $0.drop { $0 != "\n" }.dropFirst() }
        #expect(try Self.text(of: Self.modelgenPages + "Resources/\(file)") == text.map(String.init))
    }

    /// The code of a step is a file of the tutorial's own.
    @Test("The files that tutorials show exist, and every one is shown")
    func tutorialsShowFilesThatAreThere() throws {
        let folder = SourceTree.folder(Self.modelgenPages)
        let resources = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "Resources").path(percentEncoded: false))
        var shown: Set<String> = []
        let tutorials = ["FirstProgram", "SecondVersion", "ModelsInCI"]
        for tutorial in tutorials {
            let text = try Self.text(of: Self.modelgenPages + "\(tutorial).tutorial")
            let files = text.matches(of: /(?:file|source): ([A-Za-z.]+)/).map { String($0.1) }
            #expect(files.count > 5)
            for file in files { #expect(resources.contains(file), "\(file)") }
            shown.formUnion(files)
        }
        let code = resources.filter { file in tutorials.contains { file.hasPrefix($0) } }
        #expect(Set(code).subtracting(shown).sorted() == [])
    }
}
