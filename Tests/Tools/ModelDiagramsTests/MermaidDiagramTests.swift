import ModelDiagrams
import ModelSchema
import Testing

@Suite struct MermaidDiagramTests {
    @Test("The sample model is drawn in Mermaid")
    func shop() {
        let expected = #"""
            classDiagram
                accTitle: Shop
                direction LR
                class Item {
                    place : Place?
                }
                class Order {
                    itemCount : Integer 64, derived
                    number : String
                }
                class Person {
                    orders : fetched Order
                }
                class Thing {
                    <<abstract>>
                    created : Date = 2001-01-01T00#58;00#58;00Z
                }
                Thing <|-- Item
                Thing <|-- Order
                Item "1..*" -- "1" Order : order (nullify) ⇄ items (cascade, ordered)
                Order ..> "1" Person : customer (deny)
                Person "0..10" -- "0..10" Person : friends (nullify) ⇄ own inverse

            """#
        #expect(MermaidDiagram().render(SampleModels.shop) == expected)
    }

    /// Outside numeric codes, no character is left that Mermaid or HTML could take for anything but text.
    @Test("Special characters are written as numeric codes")
    func textOfTheModelIsWrittenInCodes() {
        let lines = MermaidDiagram().render(SampleModels.hostile).split(separator: "\n")
        #expect(lines.count == 18)
        for line in lines {
            let ownSigns = ["<<abstract>>", "<|--", "..>", "[\"", "\"]", "\"1\"", "\"1..*\"", " {", "}"]
            let rest = ownSigns.reduce(String(line)) { $0.replacing($1, with: "") }
            #expect(!rest.contains { "<>\"'`&{}[]|*~%\\/".contains($0) }, "\(line)")
        }
    }

    @Test("Names that Mermaid would misread become labels")
    func namesThatMermaidMisreadsAreLabels() {
        let names = ["order", "class", "Order", "Order", "note-1", "Größe", "_self", "1st"]
        let expected = """
            classDiagram
                accTitle: Names
                direction LR
                class _1["1st"]
                class _2["Größe"]
                class Order
                class _4["Order"]
                class _5["_self"]
                class _6["class"]
                class _7["note#45;1"]
                class _8["order"]

            """
        let model = Model(name: "Names", entities: names.map { Entity(name: $0) })
        #expect(MermaidDiagram().render(model) == expected)
    }

    @Test("A model without entities is an empty diagram")
    func modelWithoutEntities() {
        #expect(MermaidDiagram().render(Model(name: "")) == "classDiagram\n    direction LR\n")
    }
}
