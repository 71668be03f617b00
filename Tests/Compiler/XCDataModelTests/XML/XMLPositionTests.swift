import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// libxml2 reads through a window that it moves; positions must not move with it.
struct XMLPositionTests {
    /// A document of several windows' length, with tags of one and of several lines and characters of every width.
    private static let long: String = {
        var text = "<?xml version=\"1.0\"?>\n<model>\n"
        for index in 0..<4_000 {
            text += "  <e\(index % 7) name=\"é\u{20AC}😀 &lt;\(index)&gt;\"\n     other='>'/><x a='1'><y/></x>\n"
        }
        return text + "</model>"
    }()

    @Test("Elements have the offsets of their tags")
    func offsetsAreThoseOfTheTags() throws {
        let bytes = Array(Self.long.utf8)
        let document = try XMLParser().parse(bytes)
        var tags = bytes.indices.filter {
            bytes[$0] == UInt8(ascii: "<") && bytes[$0 + 1] != UInt8(ascii: "/") && bytes[$0 + 1] != UInt8(ascii: "?")
        }
        tags.reverse()
        func check(_ element: XMLElement) {
            #expect(element.offset == tags.popLast())
            element.children.forEach(check)
        }
        check(document.root)
        #expect(tags.isEmpty)
    }

    @Test("Attributes are found in long tags")
    func attributesAreFound() throws {
        let bytes = Array(Self.long.utf8)
        let last = try #require(XMLParser().parse(bytes).root.children.filter { $0.name == "e3" }.last)
        let offset = try #require(last.offset(ofAttribute: "other"))
        #expect(bytes[offset...].starts(with: "other='>'".utf8))
        #expect(last.offset(ofAttribute: "name").map { bytes[$0...].starts(with: "name=".utf8) } == true)
        #expect(last.offset(ofAttribute: "nam") == nil)
        #expect(last.offset(ofAttribute: "absent") == nil)
    }

    @Test("Every path identifies its element")
    func pathsOfElements() throws {
        let document = try readDocument(
            """
            <entity name="E"><attribute name="a"/><attribute name="a"/><relationship name="r" maxCount="1"/>
            <fetchedProperty name="f"><fetchRequest name="q" entity="E"/></fetchedProperty>
            <fetchIndex name="i"><fetchIndexElement property="a" type="Binary" order="ascending"/>
            <fetchIndexElement property="r" type="Binary" order="ascending"/></fetchIndex>
            <compoundIndexes><compoundIndex><index value="a"/></compoundIndex></compoundIndexes>
            <compoundIndexes><compoundIndex><index value="r"/></compoundIndex></compoundIndexes>
            <uniquenessConstraints><uniquenessConstraint><constraint value="a"/><constraint value="r"/>
            </uniquenessConstraint><uniquenessConstraint/></uniquenessConstraints>
            <userInfo><entry key="k" value="1"/><entry key="k" value="2"/></userInfo></entity>
            <entity name="E"/><fetchRequest name="q" entity="E"/>
            <configuration name="c"><memberEntity name="E"/></configuration>
            <composite name="p"><attribute name="a"/></composite>
            """)
        let source = try #require(document.source)
        var paths: Set<SchemaPath> = []
        func check(_ element: XMLElement) {
            if let path = document.sourceMap.path(to: element) {
                #expect(document.sourceMap.element(at: path)?.index == element.index, "\(path)")
                #expect(paths.insert(path).inserted, "\(path)")
            }
            element.children.forEach(check)
        }
        check(source.root)
        #expect(paths.count == 24)
    }

    @Test("Settings correspond to XML attributes")
    func settingsAndAttributes() throws {
        let document = try readDocument(
            "<model type='com.apple.IDECoreDataModeler.DataModel'>\n <entity\n  name='E'/></model>")
        let entity = SchemaPath.entity("E")
        #expect(document.sourceMap.position(of: entity).map { [$0.line, $0.column] } == [2, 2])
        #expect(document.sourceMap.position(of: entity.setting("name")).map { [$0.line, $0.column] } == [3, 3])
        #expect(document.sourceMap.position(of: entity.setting("isAbstract")).map { [$0.line, $0.column] } == [2, 2])
        #expect(document.sourceMap.position(of: .entity("F")) == nil)
    }

    @Test(
        "A syntax error has its place",
        arguments: [
            "<e><f>«1»</e>", "<e>\n  <f>«1»", "<e a='1'\n   «1»a='2' b='3'/>", "<e a='1'«1»b='2'/>", "<e a=«1»1/>",
            "<e>&«1»</e>", "<e>&name;«1»</e>", "<e/>\n«1»text", "<e a='x«1»<'/>", "<e>«1»]]></e>",
            "<e><!-- «1»-- --></e>", "<e><f/>«1»",
        ])
    func syntaxErrorsAreLocated(_ xml: String) throws {
        let long = String(repeating: " \n", count: 10_000)
        for marked in [xml, long + xml] {
            let parts = marked.split(separator: "«1»", omittingEmptySubsequences: false)
            let found = diagnostics(reading: Array(parts.joined().utf8)).diagnostics
            let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
            guard case .source(let line, let column) = try #require(found.first).anchor else {
                Issue.record("no place")
                continue
            }
            #expect(found.map(\.code.rawValue) == ["xml-malformed"])
            #expect([line, column] == [lines.count, (lines.last?.count ?? 0) + 1], "\(found[0].message)")
        }
    }
}
