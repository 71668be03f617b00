import ModelSchema
import TestSupport
import Testing

@testable import XCDataModel

@Suite struct SourceIndexTests {
    @Test("The index finds the same positions as the source map")
    func itSaysWhatTheSourceMapSays() throws {
        let document = try readDocument(
            """
            <entity name="Größe"><attribute name="é" attributeType="String"/>
              <relationship name="parts" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Teil"/>
            </entity><entity name="Teil"><userInfo><entry key="a" value="b"/></userInfo></entity>
            <configuration name="c"><memberEntity name="Teil"/></configuration>
            """)
        let part = SchemaPath.entity("Teil")
        let paths = [
            SchemaPath.model, part, .entity("Größe"), .entity("None"),
            SchemaPath.entity("Größe").appending(.attribute, "é"),
            SchemaPath.entity("Größe").appending(.relationship, "parts").facet("destinationEntity"),
            SchemaPath.entity("Größe").appending(.relationship, "parts", occurrence: 1),
            part.appending(.userInfoEntry, "a"), part.appending(.userInfoEntry, nil).facet("value"),
        ]
        var index = SourceIndex(document.sourceMap)
        for path in paths {
            let expected = document.sourceMap.position(of: path)
            let found = index.position(of: path)
            #expect(found?.line == expected?.line, "\(path)")
            #expect(found?.column == expected?.column, "\(path)")
        }
    }

    @Test("Many requests for a place in a long tag take no longer than one", .timeLimit(.minutes(1)))
    func longTags() throws {
        let predicate = Array(repeating: "b == 1", count: 20_000).joined(separator: " AND ")
        let document = try readDocument(
            """
            <entity name="E"/><fetchRequest name="F" entity="E" predicateString="\(predicate)" fetchLimit="1"/>
            """)
        let path = SchemaPath.model.appending(.fetchRequest, "F")
        var index = SourceIndex(document.sourceMap)
        for facet in ["predicateString", "fetchLimit"] {
            let expected = document.sourceMap.position(of: path.facet(facet))
            for _ in 0..<20_000 {
                let found = index.position(of: path.facet(facet))
                guard found?.line == expected?.line, found?.column == expected?.column else {
                    Issue.record("\(facet)")
                    return
                }
            }
        }
    }

    /// Texts around the size of a block, with scalars of several bytes, in one line and in many.
    @Test(
        "Every offset has the position that counting gives",
        arguments: ["a", "é", "\n", "aé\n", "日本語🦊 \n\n"])
    func positionsOfOffsets(_ unit: String) {
        for count in [0, 1, 500, 1_023, 1_024, 1_025] {
            let bytes = Array(String(repeating: unit, count: count).utf8.prefix(2_100))
            let positions = TextPositions(bytes)
            for offset in stride(from: 0, through: bytes.count + 1, by: bytes.count < 100 ? 1 : 7) {
                let expected = SourceMap.position(ofOffset: offset, in: bytes)
                let found = positions.position(ofOffset: offset)
                #expect(found.line == expected.line && found.column == expected.column, "\(offset) of \(bytes.count)")
            }
        }
    }
}
