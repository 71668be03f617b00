import ArgumentParser
import CommandArguments
import Foundation
import ModelDiagrams
import ModelSchema

/// `modelgen graph`: draws a model, or writes its data dictionary.
struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Draw a model, or write its data dictionary.",
        discussion: """
            Without --format, the extension of the output file determines the format: .html, .svg, .mmd, .dot, or .md. \
            Standard output gets Mermaid text. The HTML page needs no network. Open it in a browser to pan, zoom, and search.

            Use Graphviz to convert the format dot to other formats, such as PNG and PDF.

            EXAMPLES:
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.html
              modelgen graph Models/Superheroes.xcdatamodeld --format mermaid
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.md
              modelgen graph Models/Superheroes.xcdatamodeld --format dot |
                dot -Tpng -o Superheroes.png
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case html, svg, mermaid, dot, markdown

        /// The format of files with an extension; nil for an unknown extension.
        init?(ending: String) {
            switch ending {
            case "html", "htm": self = .html
            case "svg": self = .svg
            case "mmd", "mermaid": self = .mermaid
            case "dot", "gv": self = .dot
            case "md", "markdown": self = .markdown
            default: return nil
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

    @OptionGroup var model: ModelArgument
    @Option(help: "The format. The default depends on the extension of the output file.") var format: Format?
    @OptionGroup var destination: TextDestination

    func validate() throws { _ = try chosenFormat }
    func run() throws { try destination.write(chosenFormat.render(model.read())) }

    private var chosenFormat: Format {
        get throws {
            if let format { return format }
            // Devices and pipes have no extension.
            let ending = destination.output.map { URL(filePath: $0.path).pathExtension.lowercased() } ?? ""
            if ending.isEmpty { return .mermaid }
            guard let format = Format(ending: ending) else {
                let picture = ["png", "pdf", "jpg", "jpeg", "gif", "webp"].contains(ending)
                let advice =
                    picture
                    ? "pipe '--format dot' into 'dot -T\(ending) -o FILE', or write .svg"
                    : "use the extension .html, .svg, .mmd, .dot, or .md, or choose a format with --format"
                throw ValidationError("graph cannot write .\(ending) files; \(advice)")
            }
            return format
        }
    }
}
