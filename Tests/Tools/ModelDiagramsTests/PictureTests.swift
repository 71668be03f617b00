import ModelSchema
import Testing

@testable import ModelDiagrams

/// Pictures for programs that are not browsers, for paper, and from a distance.
@Suite struct PictureTests {
    private static func entity(_ name: String, attributeCount: Int = 0, to destinations: [String] = []) -> Entity {
        Entity(
            name: name,
            attributes: (0..<attributeCount).map { Attribute(name: "a\($0)", type: .string, isOptional: true) },
            relationships: destinations.map {
                Relationship(name: "to\($0)", isOptional: true, destinationName: $0)
            })
    }

    @Test("A program that knows neither variables nor @supports finds a literal color for each variable")
    func literalColors() throws {
        let start = try #require(drawingStyle.firstRange(of: "@supports (fill: var(--ink)) {"))
        let literal = drawingStyle[..<start.lowerBound]
        #expect(!literal.contains("--"))
        let rule = /([^{}]+){([^}]*)}/
        var declared: [String: [Substring]] = [:]
        for match in literal.matches(of: rule) {
            declared[match.1.split(whereSeparator: \.isWhitespace).joined(separator: " "), default: []] += match.2
                .matches(of: /([a-z-]+): [^;]+;/).map(\.1)
        }
        let variableRules = drawingStyle[start.upperBound...].matches(of: rule).filter { $0.2.contains("var(") }
        #expect(variableRules.count > 20)
        for match in variableRules {
            let selector = match.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for declaration in match.2.matches(of: /([a-z-]+): [^;]*var\([^;]*;/) {
                #expect(declared[selector]?.contains(declaration.1) == true, "\(selector) \(declaration.1)")
            }
        }
        // The literal colors are those of light mode.
        #expect(literal.contains(".back { fill: #ffffff; }"))
        #expect(drawingStyle.count { $0 == "{" } == drawingStyle.count { $0 == "}" })
    }

    @Test("A picture has the name of the model and a legend, in its area")
    func titleAndLegend() throws {
        let model = SampleModels.superheroes
        let picture = SVGDiagram().render(model)
        #expect(picture.contains(">\(model.name)</text>"))
        #expect(picture.contains(">\(model.countsText)</text>"))
        for item in DiagramLegend.items { #expect(picture.contains(">\(item.meaning)</text>")) }
        let area = try #require(picture.firstMatch(of: /viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/))
        let (top, height) = (try #require(Int(area.2)), try #require(Int(area.4)))
        let legend = try #require(picture.firstRange(of: "<g class=\"legend\" transform=\"translate(0 "))
        let legendTop = try #require(Int(picture[legend.upperBound...].prefix { $0.isNumber }))
        let rows = picture[legend.upperBound...].matches(of: /translate\(\d+ (\d+)\)/).compactMap { Int($0.1) }
        #expect(rows.count == DiagramLegend.items.count)
        #expect(rows.allSatisfy { legendTop + $0 + 16 <= top + height })
    }

    @Test("The legend of the page and of the picture are the same")
    func samePageLegend() {
        let page = HTMLDiagram().render(SampleModels.superheroes)
        for item in DiagramLegend.items { #expect(page.contains("<dd>\(item.meaning)</dd>")) }
    }

    @Test("A page prints on one sheet, with its title and legend")
    func printing() {
        #expect(pageStyle.contains("@page { size: landscape"))
        #expect(pageScript.contains("'beforeprint'") && pageScript.contains("'afterprint'"))
        // Paper is light.
        #expect(drawingStyle.contains("@media screen and (prefers-color-scheme: dark)"))
    }

    @Test("From a distance, no name has larger letters than that of a box with more lines")
    func ranks() throws {
        let model = Model(
            name: "Shop",
            entities: [
                Self.entity("ProductBundleItem", attributeCount: 12), Self.entity("Order", attributeCount: 6),
                Self.entity("Tag", attributeCount: 2), Self.entity("Note", attributeCount: 1),
            ])
        for model in [model, SampleModels.superheroes, SampleModels.shop] {
            let boxes = ModelDrawing(model).boxes
            let sizes = OverviewTitle.titles(of: boxes).map(\.fontSize)
            for (box, size) in zip(boxes, sizes) {
                for (other, otherSize) in zip(boxes, sizes) where other.rows.count < box.rows.count {
                    #expect(otherSize <= max(size, 24), "\(other.entity.name) \(box.entity.name)")
                }
            }
        }
    }

    @Test("A name that cannot be read from a distance does not make the others unreadable")
    func longNames() {
        let long = "Verordnungsdokumentationszusammenfassung"
        let boxes = [Self.entity(long, attributeCount: 9), Self.entity("Ward", attributeCount: 1)].map(EntityBox.init)
        let titles = OverviewTitle.titles(of: boxes)
        #expect(titles[0].fontSize < 24 && titles[1].fontSize == 24)
    }

    @Test("A model whose names have no words in common has colors by neighborhood")
    func colorsByNeighborhood() {
        // Two stars, with one line between them.
        let entities =
            ["B", "C", "D", "E"].map { Self.entity($0, to: ["A"]) }
            + ["W", "X", "Y", "Z"].map { Self.entity($0, to: ["V"]) }
            + [Self.entity("A", to: ["V"]), Self.entity("V")]
        for entities in [entities, entities.reversed()] {
            let colors = ColorGroups(entities)
            let numbers = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, colors.number(of: $0)) })
            #expect(!numbers.values.contains(0))
            #expect(Set(["B", "C", "D", "E"].map { numbers[$0] }).count == 1 || Set(numbers.values).count > 1)
        }
        let pair = ColorGroups([Self.entity("Hero", to: ["Team"]), Self.entity("Team")])
        #expect([Self.entity("Hero"), Self.entity("Team")].map(pair.number(of:)) == [1, 1])
    }
}
