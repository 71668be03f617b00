import ArgumentParser
import CommandArguments
import ModelDiagrams
import ModelSchema

/// `modelgen graph`: draws a model, or writes its data dictionary.
struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Draw a model, or write its data dictionary.",
        discussion: """
            The extension of an output file is .html, .svg, .mmd, .dot, or .md, unless you specify --format. The HTML \
            page needs no network. Open it in a browser to pan, zoom, and search.

            Use rsvg-convert of librsvg to convert an SVG file to PNG or PDF, or Graphviz for the format dot.

            EXAMPLES:
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.html
              modelgen graph Models/Superheroes.xcdatamodeld --format mermaid
              modelgen graph Models/Superheroes.xcdatamodeld --output Superheroes.md
              modelgen graph Models/Superheroes.xcdatamodeld --format svg |
                rsvg-convert --format pdf --output Superheroes.pdf
            """)

    enum Format: String, OutputFormat {
        case html, svg, mermaid, dot, markdown

        static let standard = Format.mermaid

        var fileExtensions: [String] {
            switch self {
            case .html: ["html", "htm"]
            case .svg: ["svg"]
            case .mermaid: ["mmd", "mermaid"]
            case .dot: ["dot", "gv"]
            case .markdown: ["md", "markdown"]
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
    @OptionGroup var form: FormatOption<Format>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        // Devices and pipes have no extension.
        guard form.specified == nil, let ending = destination.output?.fileExtension, !ending.isEmpty,
            Format.format(ofFilesEnding: ending) == nil
        else { return }
        throw ValidationError("graph cannot write .\(ending) files; \(Self.advice(on: ending))")
    }

    func run() throws { try destination.write(form.format(for: destination.output).render(model.read())) }

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
}
