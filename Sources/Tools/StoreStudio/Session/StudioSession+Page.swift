import Foundation
import ModelDiagrams
import ObjectGraph
import StructuredText

extension StudioSession {
    /// The maximum number of objects on a page that browsers can still open.
    private static let embeddedCount = 20_000
    /// The maximum length of their values on it, in bytes.
    package static let embeddedLength = 256 << 20

    /// The page of the model that `modelgen graph` writes, for a frame.
    package func diagram() -> String { HTMLDiagram().render(model.schema) }

    /// The whole store as one read-only page that needs no program.
    ///
    /// - Parameter maximumLength: The maximum length of all values, in bytes.
    /// - Throws: ``StudioError`` for a store with too many objects, or too large ones, or the store's error.
    package func exportedPage(maximumLength: Int = embeddedLength) throws -> String {
        let total = try counts().counts.values.reduce(0, +)
        guard total <= Self.embeddedCount else {
            throw StudioError(
                "the store has \(total) objects, and a page can contain at most \(Self.embeddedCount)\(Self.remedy)")
        }
        var overview = overview()
        overview.readOnlyReason = "This page is a copy."
        // The page must not reveal the store's path on this machine.
        overview.path = overview.name
        var objects: [EmbeddedStore.Object] = []
        var length = 0
        for entity in model.entities where !entity.isAbstract {
            var request = FetchRequest<ManagedObject>(entityName: entity.name, includesSubentities: false)
            request.relationshipKeyPathsForPrefetching = entity.relationships.map(\.name)
            for object in try context.fetch(request).sorted(by: { $0.objectID < $1.objectID }) {
                let values = object.shownValues(textCount: 2_000, chipCount: 1_000, labels)
                length += values.reduce(0) { $0 + $1.cell.length }
                guard length <= maximumLength else {
                    throw StudioError(
                        "the objects have more than \(maximumLength >> 20) MB of values, which is too much for a page"
                            + Self.remedy)
                }
                objects.append(
                    EmbeddedStore.Object(
                        id: object.objectID.uriRepresentation().absoluteString, entity: entity.name,
                        label: labels.text(of: object), values: values))
            }
        }
        return try ExportedPage(EmbeddedStore(overview: overview, diagram: diagram(), objects: objects)).text()
    }

    private static let remedy =
        "; open it with 'modelgen studio', or export entities with 'modelgen store export'"
}

extension Cell {
    /// About how many bytes the value takes on a page.
    fileprivate var length: Int {
        func length(of link: ObjectLink) -> Int { link.id.utf8.count + link.entity.utf8.count + link.label.utf8.count }
        return switch self {
        case .null, .boolean, .number, .date: 16
        case .digits(let text), .text(let text), .longText(let text, _, _), .uri(let text): text.utf8.count
        case .enumerationCase(let name, let stored): name.utf8.count + stored.utf8.count
        case .data(let preview): preview.text.utf8.count
        case .composite(let members): members.reduce(0) { $0 + $1.key.utf8.count + $1.value.length }
        case .object(let link): length(of: link)
        case .objects(let links, _): links.reduce(0) { $0 + length(of: $1) }
        }
    }
}

/// The page as one file that needs no program: it contains the objects, and loads nothing from elsewhere.
struct ExportedPage {
    private let embedded: EmbeddedStore

    init(_ embedded: EmbeddedStore) { self.embedded = embedded }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Within a script element, only '<' could end it.
        let data = String(decoding: try encoder.encode(embedded), as: UTF8.self)
            .replacing(scalar: "<", with: #"\u003c"#)
        let script = "\n'use strict';\n" + StudioPage.modules.map { InlineModule($0).text }.joined()
        // Only the program's own scripts run: the page's, and that of the frame with the diagram, which has its policy.
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src \(StudioPage.policyHash(of: script)) "
            + "\(StudioPage.frameHashes.script); img-src data:; base-uri 'none'; form-action 'none'"
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
        return page.replacing(
            "</body>",
            with: "<script type=\"application/json\" id=\"embedded\">\(data)</script>\n"
                + "<script type=\"module\">\(script)</script>\n</body>")
    }
}

/// The contents of an exported page.
struct EmbeddedStore: Encodable {
    struct Object: Encodable {
        var id: String
        var entity: String
        var label: String
        var values: [ObjectResponse.Value]
    }

    var overview: OverviewResponse
    var diagram: String
    /// In the order of the entities, and then of identities.
    var objects: [Object]
}

/// A module as a function, so one script can contain several, because inline modules cannot be imported.
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
