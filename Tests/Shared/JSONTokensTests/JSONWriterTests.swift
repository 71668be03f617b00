import JSONTokens
import Testing

@Suite struct JSONWriterTests {
    @Test("Tokens are written one after the other")
    func tokensFollowEachOther() {
        let table = JSONKeyTable(["id", "na\"me"])
        let text = written { writer in
            writer.writeRaw("{")
            writer.writeKey(0, of: table)
            writer.writeInteger(1)
            writer.writeRaw(", ")
            writer.writeKey(1, of: table)
            writer.writeNull()
            writer.writeRaw(", ")
            writer.writeKey("data")
            writer.writeBase64([1, 2, 3, 4])
            writer.writeRaw(", ")
            writer.writeKey("flags")
            writer.writeRaw(Array("[".utf8))
            writer.writeBoolean(true)
            writer.writeRaw(UInt8(ascii: ","))
            writer.writeBoolean(false)
            writer.writeRaw("]}")
        }
        #expect(text == #"{"id": 1, "na\"me": null, "data": "AQIDBA==", "flags": [true,false]}"#)
    }

    @Test("The buffer grows with its contents")
    func theBufferGrowsWithItsContents() {
        var writer = JSONWriter(capacity: 1)
        var expected = ""
        for number in 0..<10_000 {
            writer.writeInteger(Int64(number))
            writer.writeRaw("\n")
            expected += "\(number)\n"
        }
        #expect(writer.count == expected.utf8.count)
        #expect(writer.withBytes { Array($0) } == Array(expected.utf8))
        #expect(writer.bytes == Array(expected.utf8))
        #expect(writer.finish() == Array(expected.utf8))
    }

    @Test("Written bytes can be removed")
    func writtenBytesCanBeTakenBack() {
        var writer = JSONWriter()
        writer.writeRaw("keep")
        #expect(writer.bytes == Array("keep".utf8))
        writer.removeAll()
        #expect(writer.bytes.isEmpty)
        writer.writeNull()
        #expect(writer.finish() == Array("null".utf8))
    }
}
