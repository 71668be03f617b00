import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// Input that is broken or means harm: one error each, with a place, soon.
struct HostileInputTests {
    private func expectError(
        _ code: Diagnostic.Code, line: Int = 1, column: Int? = nil, reading bytes: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (document, found) = diagnostics(reading: bytes)
        #expect(document == nil, sourceLocation: sourceLocation)
        #expect(found.map(\.code) == [code], sourceLocation: sourceLocation)
        #expect(found.map(\.severity) == [.error], sourceLocation: sourceLocation)
        guard case .source(let actualLine, let actualColumn) = found.first?.anchor else {
            Issue.record("no place", sourceLocation: sourceLocation)
            return
        }
        #expect(actualLine == line, sourceLocation: sourceLocation)
        if let column { #expect(actualColumn == column, sourceLocation: sourceLocation) }
    }

    private static let sample = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <!-- A comment -->
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Größe" representedClassName=".Größe" syncable="YES">
                <attribute name="a" attributeType="String" defaultValueString="&lt;😀&#10;&gt;"/>
                <userInfo><entry key="k" value='v'/></userInfo>
            </entity>
        </model>
        """

    // MARK: Bytes

    @Test("The sample of these tests is valid")
    func sampleIsSound() throws {
        #expect(try readDocument(Self.sample).model.entities.map(\.name) == ["Größe"])
    }

    @Test("A file truncated at any byte is an error")
    func truncationAtEveryByteIsAnError() {
        let bytes = Array(Self.sample.utf8)
        for length in 0..<bytes.count {
            let (document, found) = diagnostics(reading: Array(bytes[..<length]))
            #expect(document == nil, "\(length) bytes")
            #expect(found.count == 1 && found[0].severity == .error, "\(length) bytes")
            guard case .source(let line, let column) = found.first?.anchor else { continue }
            let lines = bytes[..<length].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            #expect(line <= lines.count && column <= lines[line - 1].count + 1, "\(length) bytes")
        }
    }

    @Test("Changing any byte gives a model or an error")
    func changingAnyByteLeavesAModelOrIsAnError() {
        let bytes = Array(Self.sample.utf8)
        for index in bytes.indices {
            for byte in [0, 0x3C, 0x3E, 0x26, 0x22, 0x20, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                let (document, found) = diagnostics(reading: changed)
                #expect(document != nil || found.contains { $0.severity == .error }, "\(byte) at \(index)")
            }
        }
    }

    @Test("Invalid UTF-8 is an error with its place")
    func bytesThatAreNoUTF8AreLocated() {
        for invalid in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]] as [[UInt8]] {
            expectError(
                "xml-encoding", line: 2, column: 4,
                reading: Array("<model>\n ü-".utf8) + invalid + Array("</model>".utf8))
        }
    }

    @Test("A byte order mark of UTF-8 is accepted, and moves no place")
    func byteOrderMarkIsAccepted() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let document = try #require(diagnostics(reading: mark + Array(Self.sample.utf8)).document)
        let plain = try readDocument(Self.sample)
        #expect(document.model == plain.model)
        var (marked, unmarked) = (SourceIndex(document.sourceMap), SourceIndex(plain.sourceMap))
        for path in [SchemaPath.model, .entity("Größe")] {
            let (place, other) = (marked.position(of: path), unmarked.position(of: path))
            #expect(place != nil && place?.line == other?.line && place?.column == other?.column)
        }
        let otherEncoding = Array(Self.sample.replacing("UTF-8", with: "UTF-16").utf8)
        expectError("xml-encoding", column: 31, reading: mark + otherEncoding)
        let oneLine = Array("<model><entity name='A' color='red'/></model>".utf8)
        let (found, other) = (diagnostics(reading: mark + oneLine), diagnostics(reading: oneLine))
        #expect(found.diagnostics == other.diagnostics && !found.diagnostics.isEmpty)
    }

    @Test("A file in UTF-16 is an error")
    func utf16IsAnError() {
        let littleEndian = Self.sample.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let bigEndian = Self.sample.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [littleEndian, [0xFF, 0xFE] + littleEndian, bigEndian, [0xFE, 0xFF] + bigEndian] {
            expectError("xml-encoding", column: 1, reading: bytes)
        }
    }

    @Test("Other encodings are errors", arguments: ["UTF-16", "ISO-8859-1", "nonsense"])
    func otherEncodingsAreErrors(_ name: String) {
        let xml = Self.sample.replacing("UTF-8", with: name)
        expectError("xml-encoding", column: 31, reading: Array(xml.utf8))
    }

    @Test("Other names of UTF-8 are accepted", arguments: ["utf-8", "US-ASCII"])
    func spellingsOfUTF8AreFine(_ name: String) throws {
        let document = try readDocument(Self.sample.replacing("UTF-8", with: name))
        #expect(document.model.entities.map(\.name) == ["Größe"])
    }

    @Test("Null bytes are errors")
    func nulBytesAreErrors() {
        expectError("xml-encoding", line: 2, column: 3, reading: Array("<model>\n  \0</model>".utf8))
        expectError("xml-encoding", column: 1, reading: [0])
        expectError("xml-malformed", column: 12, reading: Array("<model>&#0;</model>".utf8))
    }

    @Test(
        "A file without an element is an error",
        arguments: ["", " ", "\n\n", "x", "<", "<!", "<?", "<?xml", "<!-- -->"])
    func filesWithoutAnElementAreErrors(_ text: String) {
        let found = diagnostics(reading: Array(text.utf8)).diagnostics
        #expect(found.map(\.code) == ["xml-malformed"])
    }

    @Test(
        "A text of another kind is an error that names the command for it",
        arguments: ["# Shop\n\nmodel: Shop\n", "{\"model\": \"Shop\"}", "\n [1]"])
    func otherTexts(_ text: String) {
        let found = diagnostics(reading: Array(text.utf8)).diagnostics
        #expect(found.map(\.hint) == ["convert a model in YAML or JSON with modelgen convert first"])
    }

    // MARK: Entities

    @Test("Nested entity declarations that expand exponentially are an error")
    func entityBombIsAnError() {
        var text = "<?xml version='1.0'?>\n<!DOCTYPE model [<!ENTITY a0 'ha'>"
        for level in 1...30 { text += "<!ENTITY a\(level) '&a\(level - 1);&a\(level - 1);'>" }
        expectError("xml-document-type", line: 2, column: 1, reading: Array((text + "]><model>&a30;</model>").utf8))
    }

    @Test(
        "Document type declarations are errors",
        arguments: [
            "<!DOCTYPE model>", "<!DOCTYPE model SYSTEM 'file:///etc/passwd'>", "<!DOCTYPE model []>",
            "<!DOCTYPE model PUBLIC '-//X//Y' 'http://localhost:9/x.dtd'>",
            "<!DOCTYPE model [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
            "<!DOCTYPE model [<!ENTITY % x SYSTEM 'http://localhost:9/'> %x;]>",
        ])
    func documentTypesAreErrors(_ declaration: String) {
        expectError(
            "xml-document-type", line: 2, column: 1, reading: Array("\n\(declaration)<model>&x;</model>".utf8))
    }

    @Test("Undeclared entities are errors")
    func undeclaredEntitiesAreErrors() {
        expectError("xml-malformed", column: 14, reading: Array("<model>&nbsp;</model>".utf8))
        expectError("xml-malformed", column: 17, reading: Array("<model a='&nbsp;'/>".utf8))
    }

    // MARK: Size

    @Test("A hundred megabytes of attributes are an error")
    func hundredMegabytesOfAttributesAreAnError() {
        var bytes = Array("<model".utf8)
        let attribute = Array(" abcdefgh='12345678'".utf8)
        bytes.reserveCapacity(100 << 20)
        while bytes.count < 100 << 20 { bytes += attribute }
        expectError("xml-limit", column: 1, reading: bytes + Array("/>".utf8))
    }

    @Test("Too many attributes are found quickly")
    func manyAttributesAreAnErrorSoon() {
        let names = (0..<2_000_000).map { " a\($0)=''" }.joined()
        expectError("xml-limit", line: 2, column: 2, reading: Array("<model>\n <a\(names)/></model>".utf8))
        let declarations = (0..<1_000_000).map { " xmlns:a\($0)='u'" }.joined()
        expectError("xml-limit", line: 2, column: 1, reading: Array("<model>\n<a\(declarations)/></model>".utf8))
        expectError(
            "xml-limit", column: 8, reading: Array("<model><a\((0...256).map { " a\($0)=''" }.joined())/></model>".utf8)
        )
    }

    @Test("Long strings are not counted as attributes")
    func longTextsAreNotTakenForAttributes() throws {
        let value = String(repeating: "a = '1' ", count: 100_000)
        let model = try readModel("<entity name='E'><userInfo><entry key='k' value=\"\(value)\"/></userInfo></entity>")
        #expect(model.entities.first?.userInfo["k"] == value)
    }

    @Test("Deep nesting is an error")
    func deepNestingIsAnError() {
        let open = String(repeating: "<e>", count: 10_000)
        let close = String(repeating: "</e>", count: 10_000)
        expectError("xml-limit", column: 64 * 3 + 1, reading: Array((open + close).utf8))
        expectError("xml-limit", reading: Array(open.utf8))
    }

    @Test("Too many elements are an error")
    func manyElementsAreAnError() {
        let elements = String(repeating: "<attribute/>", count: 600_000)
        expectError("xml-limit", reading: Array(String.model(containing: elements).utf8))
    }

    @Test("Long names are errors")
    func longNamesAreErrors() {
        let name = String(repeating: "n", count: 1025)
        expectError("xml-limit", column: 4, reading: Array("<a><\(name)/></a>".utf8))
        expectError("xml-limit", column: 4, reading: Array("<a><b \(name)='1' c='2' d='&lt;'/></a>".utf8))
        expectError("xml-limit", column: 4, reading: Array("<a><b xmlns:\(name)='1' c='2'/></a>".utf8))
    }

    @Test("Twenty megabytes of a valid model are read")
    func twentyMegabytesOfModelAreRead() throws {
        let value = String(repeating: "v", count: 200_000)
        let attribute = "<attribute name='a' attributeType='String' defaultValueString='\(value)'/>"
        let entity = "<entity name='E'>\(attribute)</entity>"
        let model = try readModel(String(repeating: entity, count: 100))
        #expect(model.entities.count == 100)
    }

    @Test("Every limit can be changed")
    func limitsCanBeChanged() {
        let bytes = Array(String.model(containing: "<entity name='E'><attribute name='a'/></entity>").utf8)
        let tooSmall = [
            XMLLimits(sizeBytes: 100), XMLLimits(depth: 2), XMLLimits(elementCount: 2), XMLLimits(attributeCount: 1),
            XMLLimits(nameLengthBytes: 8),
        ]
        for limits in tooSmall {
            #expect(diagnostics(reading: bytes, limits: limits).diagnostics.map(\.code) == ["xml-limit"])
        }
        let exact = XMLLimits(
            sizeBytes: bytes.count, depth: 3, elementCount: 3, attributeCount: 2,
            nameLengthBytes: "documentVersion".count)
        #expect(diagnostics(reading: bytes, limits: exact).diagnostics.isEmpty)
    }
}
