import JSONTokens
import TestSupport
import Testing

@Suite struct JSONScannerTests {
    @Test("Every kind of value is read")
    func readsEveryKindOfValue() throws {
        let text = """
             {"name" : "Bruce", "age":-41,"rate":1.5e3, "flags":[true,false , null,[ ],{}] }\r\n\t
            """
        let expected = JSONValue.object([
            .init(key: "name", value: .string("Bruce")), .init(key: "age", value: .number("-41")),
            .init(key: "rate", value: .number("1.5e3")),
            .init(
                key: "flags", value: .array([.boolean(true), .boolean(false), .null, .array([]), .object([])])),
        ])
        #expect(try JSONValue(text) == expected)
    }

    @Test("A tree has every kind of value, with all characters of strings, and is nil for a text that is not JSON")
    func treeHasEveryKindOfValue() {
        let text = #"{"mark":"\#u{FEFF}bom","age":-41,"flags":[true,null,{}]}"#
        let tree = JSONTree(Array(text.utf8))
        #expect(tree?.members?["age"] == .number("-41"))
        #expect(tree?.members?["flags"] == .array([.boolean(true), .null, .object([:])]))
        let mark = tree?.members?["mark"]?.text ?? ""
        #expect(Array(mark.unicodeScalars) == Array("\u{FEFF}bom".unicodeScalars))
        #expect(JSONTree(Array(#"{"age":1"#.utf8)) == nil)
    }

    @Test("The example of the documentation reads names")
    func theExampleOfTheDocumentationReadsNames() throws {
        let bytes = Array(#"{"count": 2, "names": ["Batgirl", "Robin"]}"#.utf8)
        // Example: JSONScanner
        let names = try JSONScanner.scan(bytes) { scanner in
            var names: [String] = []
            try scanner.readObject { scanner, key in
                if key == "names" {
                    try scanner.readArray { scanner in names.append(try scanner.readString()) }
                } else {
                    try scanner.skipValue()
                }
            }
            return names
        }
        // End
        #expect(names == ["Batgirl", "Robin"])
    }

    @Test("Peeking returns the kind of the next value")
    func peekedKinds() throws {
        let kinds = try scan(#"[{}, [], "", -1, 0, true, false, null]"#) { scanner in
            var kinds: [JSONKind] = []
            try scanner.readArray { scanner in
                kinds.append(try scanner.peek())
                try scanner.skipValue()
            }
            return kinds
        }
        #expect(kinds == [.object, .array, .string, .number, .number, .boolean, .boolean, .null])
    }

    @Test("Repeated keys are read in their order")
    func repeatedKeysComeAsTheyStand() throws {
        #expect(
            try JSONValue(#"{"a":1,"a":2}"#)
                == .object([.init(key: "a", value: .number("1")), .init(key: "a", value: .number("2"))]))
    }

    @Test("Reading null leaves other values unread")
    func readNullLeavesOtherValuesUnread() throws {
        let values = try scan("[null, 7]") { scanner in
            var values: [Int64?] = []
            try scanner.readArray { scanner in
                values.append(try scanner.readNull() ? nil : try scanner.readInteger())
            }
            return values
        }
        #expect(values == [nil, 7])
    }

    @Test("Captured values keep their bytes")
    func capturedValuesKeepTheirBytes() throws {
        let value = #"{"x": [1.0,  "\u0041}]"], "y":{"z":null}}"#
        let captured = try scan(#"{"unknown":  \#(value)  , "after": 1}"#) { scanner in
            var captured: [String] = []
            try scanner.readObject { scanner, _ in
                captured.append(String(decoding: try scanner.captureValue(), as: UTF8.self))
            }
            return captured
        }
        #expect(captured == [value, "1"])
    }

    @Test("Key tables find known keys in any order")
    func tablesOfKeysFindKnownKeysInAnyOrder() throws {
        let names = ["id", "name", "abilities", "universe", "teams", "a\"b", "Größe", "longerThanEightBytes", "z"]
        let table = JSONKeyTable(names)
        var generator = SplitMix(seed: 11)
        for _ in 0..<200 {
            var keys = names.shuffled(using: &generator) + ["nam", "names", "unknown"]
            keys.removeLast(Int.random(in: 0...6, using: &generator))
            let text = written { writer in
                writer.writeRaw("{")
                for (index, key) in keys.enumerated() {
                    if index > 0 { writer.writeRaw(", ") }
                    writer.writeKey(key)
                    writer.writeNull()
                }
                writer.writeRaw("}")
            }
            let found = try scan(text) { scanner in
                var found: [JSONKey] = []
                try scanner.readObject(keys: table) { scanner, key in
                    found.append(key)
                    try scanner.skipValue()
                }
                return found
            }
            #expect(found == keys.map { key in names.firstIndex(of: key).map { .known($0) } ?? .unknown(key) })
        }
    }

    @Test("Key tables can be nested")
    func tablesOfKeysNestInEachOther() throws {
        let outer = JSONKeyTable(["a", "inner", "b"])
        let inner = JSONKeyTable((0..<40).map { "attribute\($0)" })
        let text = #"{"inner": {"attribute39": 0, "attribute2": 0, "a": 0}, "b": 0, "a": 0, "attribute2": 0}"#
        let found = try scan(text) { scanner in
            var found: [JSONKey] = []
            try scanner.readObject(keys: outer) { scanner, key in
                found.append(key)
                guard key == .known(1) else { return _ = try scanner.skipValue() }
                try scanner.readObject(keys: inner) { scanner, key in
                    found.append(key)
                    try scanner.skipValue()
                }
            }
            return found
        }
        #expect(
            found == [.known(1), .known(39), .known(2), .unknown("a"), .known(2), .known(0), .unknown("attribute2")])
    }

    @Test("Keys are found in every escaped form")
    func keysAreKnownUnderAllTheirEscapes() throws {
        let table = JSONKeyTable(["name", "line\u{2028}", "e\u{301}"])
        let found = try scan(#"{"n\u0061me":0,"line\#u{2028}":0,"line\u2028":0,"\u00e9":0}"#) { scanner in
            var found: [JSONKey] = []
            try scanner.readObject(keys: table) { scanner, key in
                found.append(key)
                try scanner.skipValue()
            }
            return found
        }
        #expect(found == [.known(0), .known(1), .known(1), .unknown("\u{E9}")])
    }

    @Test("Nesting is limited")
    func nestingStopsAtTheLimit() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try problem(in: nested(128)) == nil)
        #expect(try problem(in: nested(129))?.code == .tooDeep)
        #expect(try problem(in: nested(129))?.column == 129)
        #expect(try problem(in: nested(100_000))?.code == .tooDeep)
        let objects = Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
        #expect(try problem(in: objects)?.code == .tooDeep)
    }

    @Test("Values of any allowed depth can be skipped")
    func skippingFollowsAnyDepthThatIsAllowed() throws {
        let depth = 100_000
        let bytes = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        let range = try JSONScanner.scan(bytes, maximumDepth: depth) { scanner in try scanner.skipValue() }
        #expect(range == 0..<2 * depth)
    }

    @Test("A reader can report an unacceptable value at its place")
    func readersCanPointAtWhatTheyDoNotAccept() throws {
        let error = try #require(throws: JSONError.self) {
            try scan("{\n  \"id\": 0}") { scanner in
                try scanner.readObject { scanner, _ in
                    let range = try scanner.skipValue()
                    throw scanner.error("an ID of zero", expected: "a positive ID", at: range.lowerBound)
                }
            }
        }
        #expect(error.description == "line 2, column 9: an ID of zero, expected a positive ID")
        #expect(error.code == .unacceptable)
        #expect(error.offset == 10)
    }
}
