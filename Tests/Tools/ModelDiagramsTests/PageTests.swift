import ModelSchema
import Testing

@testable import ModelDiagrams

@Suite struct PageTests {
    static let models = [
        SampleModels.superheroes, SampleModels.shop, SampleModels.hostile, Model(name: "Empty"),
        randomModel(seed: 7, entityCount: 40),
    ]

    @Test("The order of a model's parts does not change the output", arguments: models)
    func orderOfPartsChangesNoByte(_ model: Model) {
        #expect(HTMLDiagram().render(model) == HTMLDiagram().render(model.reversed))
        #expect(SVGDiagram().render(model) == SVGDiagram().render(model.reversed))
        #expect(MermaidDiagram().render(model) == MermaidDiagram().render(model.reversed))
        #expect(DOTDiagram().render(model) == DOTDiagram().render(model.reversed))
        #expect(MarkdownDictionary().render(model) == MarkdownDictionary().render(model.reversed))
    }

    @Test("Every output ends with one line feed", arguments: models)
    func everyTextEndsWithOneNewline(_ model: Model) {
        let texts = [
            HTMLDiagram().render(model), SVGDiagram().render(model), MermaidDiagram().render(model),
            DOTDiagram().render(model), MarkdownDictionary().render(model),
        ]
        for text in texts { #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n")) }
    }

    /// Whatever a model's texts are, the page has the elements and attributes that this target writes, no others.
    @Test("A page contains only its own elements and attributes", arguments: models)
    func pageHoldsOnlyOwnMarkup(_ model: Model) throws {
        for page in [HTMLDiagram().render(model), SVGDiagram().render(model)] {
            let tags = try MarkupScanner(page).tags()
            #expect(Set(tags.map(\.name)).subtracting(Self.elements) == [])
            #expect(Set(tags.flatMap(\.attributes)).subtracting(Self.attributes) == [])
            #expect(tags.count { $0.name == "script" } == (page.hasPrefix("<!DOCTYPE") ? 1 : 0))
        }
    }

    @Test("Text of the model is escaped in pages")
    func textOfTheModelReachesThePageEscaped() {
        let page = HTMLDiagram().render(SampleModels.hostile)
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("<img"))
        #expect(!page.contains("-->"))
        #expect(!page.contains("]]>"))
        #expect(page.contains("A&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test("The script and style of a page contain no markup")
    func scriptAndStyleHoldNothingOfTheModel() {
        #expect(!pageScript.contains("</"))
        #expect(!(drawingStyle + pageStyle).contains("<"))
    }

    @Test("A page loads nothing")
    func pageLoadsNothing() {
        let page = HTMLDiagram().render(SampleModels.shop)
        for word in [" src=", " href=", "url(", "@import", "http://", "https://", "fetch("] {
            let outsideNamespace = page.split(separator: "http://www.w3.org/2000/svg").joined()
            #expect(!outsideNamespace.contains(word), "\(word)")
        }
        let policy = page.firstMatch(of: /"Content-Security-Policy" content="([^"]*)"/)?.1
        #expect(
            policy == """
                default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; \
                form-action 'none'
                """)
    }

    @Test("The superheroes are drawn with the expected SVG elements")
    func superheroesAsSVGElements() {
        #expect(SVGDrawing(ModelDrawing(SampleModels.superheroes)).elements() == superheroesElements)
    }

    static let elements: Set<String> = [
        "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "svg", "g", "path", "rect", "circle", "text",
        "tspan", "header", "h1", "span", "div", "input", "button", "details", "summary", "dl", "dt", "dd", "kbd", "p",
        "script",
    ]
    static let attributes: Set<String> = [
        "html", "lang", "charset", "name", "content", "http-equiv", "xmlns", "viewBox", "role", "aria-label", "id",
        "class", "data-ends", "data-name", "d", "cx", "cy", "r", "tabindex", "transform", "width", "height", "rx", "x",
        "y", "font-size", "title", "type", "placeholder", "autocomplete", "spellcheck",
    ]
}
