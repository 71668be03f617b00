import Foundation
import ModelDiagrams
import ModelSchema
import TestSupport
import Testing

/// The examples in the doc comments of diagrams.
@Suite struct DocumentationExampleTests {
    private let temporaryFolder: TemporaryFolder
    private let model = Model(
        name: "Library",
        entities: [Entity(name: "Book", attributes: [Attribute(name: "title", type: .string, isOptional: true)])])

    init() throws { temporaryFolder = try TemporaryFolder() }

    @Test("The examples of text show a model with one entity")
    func texts() {
        do {
            // Example: MermaidDiagram
            let text = MermaidDiagram().render(model)
            // classDiagram
            //     accTitle: Library
            //     direction LR
            //     class Book {
            //         title : String?
            //     }
            // End
            #expect(
                text == """
                    classDiagram
                        accTitle: Library
                        direction LR
                        class Book {
                            title : String?
                        }

                    """)
        }
        // Example: MarkdownDictionary
        let text = MarkdownDictionary().render(model)
        print(text.prefix { $0 != "\n" })  // # Library
        // End
        #expect(text.hasPrefix("# Library\n\n| Entity | Parent |"))
    }

    @Test("The examples of pictures write files")
    func pictures() throws {
        let folder = temporaryFolder.url
        // Example: DOTDiagram
        let dot = DOTDiagram().render(model)
        try Data(dot.utf8).write(to: folder.appending(path: "Library.dot"))  // Then: dot -Tsvg Library.dot
        // End
        // Example: SVGDiagram
        let image = SVGDiagram().render(model)
        try Data(image.utf8).write(to: folder.appending(path: "Library.svg"))
        // End
        // Example: HTMLDiagram
        let page = HTMLDiagram().render(model)
        try Data(page.utf8).write(to: folder.appending(path: "Library.html"))
        // End
        #expect(dot.hasPrefix("digraph \"Library\" {"))
        #expect(image.hasPrefix("<svg "))
        #expect(page.hasPrefix("<!DOCTYPE html>"))
    }
}
