import Foundation

/// The page as one file that needs no program: it holds the objects, and nothing in it leads outside.
struct ExportedPage {
    private let embedded: EmbeddedStore

    init(_ embedded: EmbeddedStore) { self.embedded = embedded }

    /// The file.
    ///
    /// - Throws: An encoding error.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Inside of a script element only '<' could end it.
        let data = String(decoding: try encoder.encode(embedded), as: UTF8.self).replacing("<", with: #"\u003c"#)
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
            + "form-action 'none'"
        var page = StudioPage.text(of: "index.html")
        page = page.replacing(
            #"<link rel="stylesheet" href="diagram.css">"#,
            with: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n"
                + "<style>\n\(StudioPage.text(of: "diagram.css"))</style>")
        page = page.replacing(
            #"<link rel="stylesheet" href="studio.css">"#, with: "<style>\n\(StudioPage.text(of: "studio.css"))</style>"
        )
        page = page.replacing(#"<script type="module" src="studio.js"></script>"#, with: "")
        page = page.replacing(/<link rel="modulepreload" href="\w+\.js">\n/, with: "")
        let script = StudioPage.modules.map { InlineModule($0).text }.joined()
        return page.replacing(
            "</body>",
            with: "<script type=\"application/json\" id=\"embedded\">\(data)</script>\n"
                + "<script type=\"module\">\n'use strict';\n\(script)</script>\n</body>")
    }
}

/// What an exported page holds.
struct EmbeddedStore: Encodable {
    struct Object: Encodable {
        var id: String
        var entity: String
        var label: String
        var values: [ObjectAnswer.Value]
    }

    var overview: OverviewAnswer
    var diagram: String
    /// In the order of the entities, then of identities.
    var objects: [Object]
}

/// A module as a function, so that several can lie in one script: modules cannot be imported from where they stand.
struct InlineModule {
    private(set) var text: String

    init(_ file: StudioPage.File) {
        var exported: [String] = []
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            if let found = line.wholeMatch(of: /import \* as (\w+) from '\.\/(\w+)\.js';/) {
                return "const \(found.1) = module_\(found.2);"
            }
            if let found = line.wholeMatch(of: /import (\{.*\}) from '\.\/(\w+)\.js';/) {
                return "const \(found.1) = module_\(found.2);"
            }
            guard let found = line.prefixMatch(of: /export ((?:async )?(?:function|class|const) (\w+))/) else {
                return String(line)
            }
            exported.append(String(found.2))
            return String(line.dropFirst("export ".count))
        }
        let name = file.name.split(separator: ".").first ?? ""
        text = """
            const module_\(name) = (() => {
            \(lines.joined(separator: "\n"))
            return { \(exported.joined(separator: ", ")) };
            })();

            """
    }
}
