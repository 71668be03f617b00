import ModelSchema
import Testing

@Suite struct SchemaTextTests {
    @Test(
        "No string can end the literal or be interpolated",
        arguments: [
            "\"", "\"\"\"", "\"\"\"#", "\\", "\\#(exit(1))", "\\\\#(", "#\"\"\"", "\n", "\r\n", "a\u{2028}b",
            "\u{202E}",
            "", " ", "\t", "\u{0}", "é 漢 🦸", "e\u{301}", "\\u{22}", "\"#", "##",
        ])
    func noTextEndsTheLiteralOrInterpolatesIntoIt(text: String) throws {
        let model = Model(
            name: text, versionIdentifier: text,
            entities: [Entity(name: text, representedClassName: text, userInfo: [text: text, text + text: "#" + text])])
        let lines = SchemaTextWriter.lines(of: model)
        for line in lines {
            #expect(!line.contains("\"\"\"") && !line.contains("\\#"))
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x2028 && $0.value != 0x202E })
        }
        let reread = try SchemaTextReader.model(from: lines.joined(separator: "\n"))
        // Swift finds strings equal that differ in their scalars.
        #expect(Array(reread.name.unicodeScalars) == Array(text.unicodeScalars))
        #expect(reread == model.runtimePart)
    }

    @Test(
        "An error has its line",
        arguments: [
            ("", 1), ("entity A", 1), ("model", 1), ("model M\nattribute a string", 2),
            ("model M\n\nentity A parent", 3),
            ("model M\nentity A colour red", 2), ("model M\nentity A\n attribute a text", 3),
            ("model M\nentity \"A", 2),
            ("model M\nentity A\n relationship r min many", 3), ("model M\nentity \"\\x\"", 2), ("model \"\\", 1),
            ("model \"\\u", 1), ("model \"\\u{", 1), ("model \"\\u{}\"", 1), ("model \"\\u{d800}\"", 1), ("model (", 1),
            ("model M(", 1), ("model \"M\"M", 1), ("model M\ncomposite C\n unique a", 3), ("model M\nabstract", 2),
            ("model M\nentity A\n index i descending", 3), ("model M\nrequest r distinct maybe", 2),
            ("model M\nentity A\n relationship r delete everything", 3), ("model M\ncomposite C D", 2),
            ("model M\ncomposite C\n attribute d composite of C", 3),
            (
                "model M\ncomposite C\n attribute d composite of D\ncomposite D\n"
                    + " attribute c composite of C", 5
            ),
        ])
    func damageIsReportedWithItsLine(text: String, line: Int) {
        let error = #expect(throws: SchemaTextError.self) { try SchemaTextReader.model(from: text) }
        #expect(error?.line == line)
    }

    @Test("A truncated text is read or refused with an existing line")
    func truncatedTexts() {
        let model = Model(
            name: "M\"#", entities: [Entity(name: "A", attributes: [Attribute(name: "\u{1}", type: .string)])])
        let text = SchemaTextWriter.lines(of: model).joined(separator: "\n")
        for length in 0...text.count {
            let prefix = String(text.prefix(length))
            do {
                let read = try SchemaTextReader.model(from: prefix)
                #expect(model.name.hasPrefix(read.name), "\(length) characters")
            } catch {
                #expect((1...prefix.split(separator: "\n").count + 1).contains(error.line), "\(length) characters")
            }
        }
    }
}
