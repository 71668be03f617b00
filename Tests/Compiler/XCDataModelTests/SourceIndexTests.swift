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
            SchemaPath.entity("Größe").appending(.relationship, "parts").setting("destinationEntity"),
            SchemaPath.entity("Größe").appending(.relationship, "parts", occurrence: 1),
            part.appending(.userInfoEntry, "a"), part.appending(.userInfoEntry, nil).setting("value"),
        ]
        var index = SourceIndex(document.sourceMap)
        func text(_ position: (line: Int, column: Int)?) -> String {
            position.map { "\($0.line):\($0.column)" } ?? "none"
        }
        let found = paths.map { text(index.position(of: $0)) }
        #expect(found == ["1:1", "3:10", "1:76", "none", "1:97", "2:81", "none", "3:40", "3:55"])
        #expect(paths.map { text(document.sourceMap.position(of: $0)) } == found)
        #expect(paths.map { text(index.position(of: $0)) } == found, "again")
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
        let start = try #require(document.sourceMap.position(of: path))
        let predicateColumn = start.column + "<fetchRequest name=\"F\" entity=\"E\" ".count
        let columns = [
            "predicateString": predicateColumn,
            "fetchLimit": predicateColumn + "predicateString=\"\(predicate)\" ".count,
        ]
        for (setting, column) in columns {
            for _ in 0..<20_000 {
                let found = index.position(of: path.setting(setting))
                guard found?.line == start.line, found?.column == column else {
                    Issue.record("\(setting) at \(String(describing: found)), not \(column)")
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
