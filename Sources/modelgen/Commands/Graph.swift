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

            Use rsvg-convert of librsvg to convert an SVG file to PNG or PDF, or Graphviz for the format dot.

            EXAMPLES:
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.html
              modelgen graph Models/Superheroes.xcdatamodeld --format mermaid
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.md
              modelgen graph Models/Superheroes.xcdatamodeld --format svg |
                rsvg-convert --format pdf --output Superheroes.pdf
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

    /// The programs that make a picture of what the command writes.
    private static func advice(on ending: String) -> String {
        switch ending {
        case "png", "pdf", "ps", "eps":
            "pipe '--format svg' into 'rsvg-convert --format \(ending) --output FILE', a program of librsvg"
        case "jpg", "jpeg", "gif", "webp":
            "pipe '--format dot' into 'dot -T\(ending) -o FILE', a program of Graphviz, or write .svg"
        default: "use the extension .html, .svg, .mmd, .dot, or .md, or choose a format with --format"
        }
    }

    private var chosenFormat: Format {
        get throws {
            if let format { return format }
            // Devices and pipes have no extension.
            let ending = destination.output.map { URL(filePath: $0.path).pathExtension.lowercased() } ?? ""
            if ending.isEmpty { return .mermaid }
            guard let format = Format(ending: ending) else {
                throw ValidationError("graph cannot write .\(ending) files; \(Self.advice(on: ending))")
            }
            return format
        }
    }
}
