import ArgumentParser
import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelDiagrams
import ModelSchema
import XCDataModel

/// `modelgen graph`: a model as a picture, or as a data dictionary.
struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Draw a model, or write its data dictionary.",
        discussion: """
            Without a flag, the ending of the output file decides: .html, .svg, .dot, .md, or Mermaid text for any
            other. The page needs no network; open it in a browser to pan, zoom and search.

            EXAMPLES:
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.html
              modelgen graph Models/Superheroes.xcdatamodeld --mermaid
              modelgen graph Models/Superheroes.xcdatamodeld --markdown --output Superheroes.md
              modelgen graph Models/Superheroes.xcdatamodeld --dot | dot -Tpdf -o Superheroes.pdf
            """)

    enum Notation: String, EnumerableFlag {
        case html, svg, mermaid, dot, markdown

        init(fileNamed name: String) {
            switch URL(filePath: name).pathExtension.lowercased() {
            case "html", "htm": self = .html
            case "svg": self = .svg
            case "dot", "gv": self = .dot
            case "md", "markdown": self = .markdown
            default: self = .mermaid
            }
        }

        func render(_ model: Model) -> String {
            switch self {
            case .html: HTMLDiagram().render(model)
            case .svg: SVGDiagram().render(model)
            case .mermaid: MermaidDiagram().render(model)
            case .dot: DOTDiagram().render(model)
            case .markdown: MarkdownDictionary().render(model)
            }
        }
    }

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file.", completion: .file())
    var model: String

    @Flag(help: "The notation.")
    var notation: Notation?

    @OptionGroup var destination: TextDestination

    func run() throws {
        var diagnostics: [LocatedDiagnostic] = []
        let document = ModelLoader().loadCurrentVersion(at: AbsolutePath.of(model), into: &diagnostics)
        try Failure.check(diagnostics)
        guard let document else { throw Failure.modelErrors }
        let notation = notation ?? Notation(fileNamed: destination.output ?? "")
        try destination.write(notation.render(document.model))
    }
}
