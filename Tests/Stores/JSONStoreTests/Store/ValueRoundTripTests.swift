import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Rule STO-26: every value of every type comes back exactly.
struct ValueRoundTripTests {
    /// Saves the values of one attribute, and reads them in another session.
    private func reread<Value>(_ values: [Value?], _ key: String, as type: Value.Type) throws -> [Value?] {
        let file = try StoreFile(.allTypes)
        try file.session { context in
            for value in values { OptionalValues(context: context).setValue(value, forKey: key) }
            try context.save()
        }
        return try file.session { context in
            try context.all(OptionalValues.self).map { $0.value(forKey: key) as? Value }
        }
    }

    @Test("STO-26 values of any length come back")
    func longValues() throws {
        let text = String(repeating: "0123456789 𝄞 \"\\\n", count: 500_000)
        #expect(text.utf8.count > 9_000_000)
        let texts = ["", text, String(repeating: "a", count: 10_000_000)]
        #expect(try reread(texts, "string", as: String.self) == texts)
        let bytes = Data((0..<10_000_001).map { UInt8(truncatingIfNeeded: $0 &* 7919) })
        #expect(try reread([bytes, Data()], "binary", as: Data.self) == [bytes, Data()])
    }

    @Test("STO-26 integers with all their digits")
    func integers() throws {
        let small: [Int16?] = [.min, -1, 0, 1, .max, nil]
        #expect(try reread(small, "integer16", as: Int16.self) == small)
        let middle: [Int32?] = [.min, -1, 0, 1, .max, nil]
        #expect(try reread(middle, "integer32", as: Int32.self) == middle)
        let large: [Int64?] = [.min, .min + 1, -1, 0, 1, 1 << 53 + 1, .max - 1, .max, nil]
        #expect(try reread(large, "integer64", as: Int64.self) == large)
    }

    @Test("Doubles are the same after reopening, except for the sign of zero (STO-26)")
    func doubles() throws {
        var generator = SplitMix.seeded()
        var values: [Double] = [
            0, -0.0, 0.1, -1.5, .pi, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
            .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity,
            .nan, 1e15, 1e16, 1e21, 1e-7, 9_007_199_254_740_991, .ulpOfOne,
        ]
        values += (0..<300).map { _ in Double(bitPattern: generator.next()) }
        let reread = try reread(values, "double", as: Double.self)
        // Zero has no sign in a store.
        #expect(
            zip(reread, values).allSatisfy { $0?.bitPattern == ($1 + 0).bitPattern || $0?.isNaN == true && $1.isNaN })
        #expect(reread.count == values.count)
    }

    @Test("Floats are the same after reopening, except for the sign of zero (STO-26)")
    func floats() throws {
        var generator = SplitMix.seeded()
        var values: [Float] = [
            0, -0.0, 0.1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .infinity,
            -.infinity,
            .nan, 16_777_215,
        ]
        values += (0..<300).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
        let reread = try reread(values, "float", as: Float.self)
        // Zero has no sign in a store.
        #expect(
            zip(reread, values).allSatisfy { $0?.bitPattern == ($1 + 0).bitPattern || $0?.isNaN == true && $1.isNaN })
        #expect(reread.count == values.count)
    }

    @Test("Booleans are the same after reopening (STO-26)")
    func booleans() throws {
        #expect(try reread([true, false, nil], "boolean", as: Bool.self) == [true, false, nil])
    }

    @Test("Decimals are the same after reopening, with all their digits (STO-26)")
    func decimals() throws {
        let texts = [
            "0", "1", "-1", "0.1", "12.50", "12345678901234567890123456789012345678",
            "-12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678",
            "1234567890123456789.0123456789012345678", "1e127", "-1e-127", "99999999999999999999999999999999999999e127",
            "1e-128",
        ]
        let values =
            try texts.map { try #require(Decimal(string: $0)) } + [.greatestFiniteMagnitude, .leastNonzeroMagnitude]
        #expect(try reread(values, "decimal", as: Decimal.self) == values)
        #expect(try reread([Decimal.nan], "decimal", as: Decimal.self).first??.isNaN == true)
    }

    @Test("Strings are the same after reopening, scalar for scalar (STO-26)")
    func strings() throws {
        let values: [String?] = [
            "", " ", nil, "null", "\u{0}", "a\u{0}b", "\"\\/\u{8}\u{c}\n\r\t", "🦸🏽‍♀️", "\u{2028}\u{2029}", "\u{FEFF}", "é",
            "e\u{301}",
            "\u{10FFFF}", "\u{FFFF}", "\u{D7FF}\u{E000}", "\u{7F}\u{80}\u{9F}", String(repeating: "𝄞", count: 5_000),
        ]
        let reread = try reread(values, "string", as: String.self)
        #expect(
            reread.map { $0.map { Array($0.unicodeScalars) } } == values.map { $0.map { Array($0.unicodeScalars) } })
    }

    @Test("Dates are the same after reopening, to the last bit (STO-26)")
    func dates() throws {
        var generator = SplitMix.seeded()
        var seconds: [Double] = [
            0, -0.0, 0.1, -0.1, 1e-9, 1.0 / 3, -978_307_200, -978_307_200.000_001, 1e9 + 0.123_456_789,
            Date.distantPast.timeIntervalSinceReferenceDate, Date.distantFuture.timeIntervalSinceReferenceDate, 1e15,
            -1e15,
            1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, -63_114_076_800, 3.1e13,
        ]
        seconds += (0..<200).map { _ in .random(in: -1e11...1e11, using: &generator) }
        let values = seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
        let reread = try reread(values, "date", as: Date.self)
        // Zero has no sign in a store.
        #expect(reread.map { $0?.timeIntervalSinceReferenceDate.bitPattern } == seconds.map { ($0 + 0).bitPattern })
    }

    @Test("Binary data is the same after reopening (STO-26)")
    func binaries() throws {
        let values: [Data?] = [Data(), Data([0]), Data([0, 255]), Data(0...255), nil, Data(count: 10_000)]
        #expect(try reread(values, "binary", as: Data.self) == values)
    }

    @Test("UUIDs are the same after reopening (STO-26)")
    func uuids() throws {
        let values = [UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), nil]
        #expect(try reread(values, "uuid", as: UUID.self) == values)
    }

    @Test("URLs are the same after reopening (STO-26)")
    func urls() throws {
        let texts = [
            "https://example.com/a%20b?q=1&r=%F0%9F%A6%B8#f", "relative/path", "../up", "?query", "#fragment", "/root",
            "mailto:a@example.com", "file:///tmp/a%20b", "urn:isbn:0451450523", "https://user:pw@[::1]:8080/", "a",
            "https://bücher.example/ü", "//host/path", "data:,Hello%2C%20World", "a:", "http://example.com?%",
        ]
        let values = texts.compactMap { URL(string: $0) }
        #expect(values.count >= texts.count - 1)
        let withBase = try #require(URL(string: "page", relativeTo: URL(string: "https://example.com/a/")))
        let empty = [URL(filePath: ""), try #require(URLComponents().url)]
        #expect(
            try reread(values + [withBase] + empty, "uri", as: URL.self).map { $0?.absoluteString }
                == (values + [withBase] + empty).map { $0.absoluteString })
        #expect(try reread(values, "uri", as: URL.self) == values)
    }

    @Test("A `nil` in an attribute with a default value is still `nil` after reopening (STO-26)")
    func nilIsKeptApartFromADefault() throws {
        let file = try StoreFile(.allTypes)
        let keys = ["integer16", "string", "date", "uuid", "uri", "decimal", "boolean", "float", "double"]
        try file.session { context in
            let (usual, empty) = (OptionalDefaultValues(context: context), OptionalDefaultValues(context: context))
            for key in keys { empty.setValue(nil, forKey: key) }
            #expect(usual.integer16 == -16)
            try context.save()
        }
        try file.session { context in
            let objects = try context.all(OptionalDefaultValues.self)
            for key in keys {
                #expect(objects[0].value(forKey: key) != nil)
                #expect(objects[1].value(forKey: key) == nil)
            }
        }
    }

    @Test("Raw values without an enum case are the same after reopening (STO-26)")
    func unknownEnumValuesAreKept() throws {
        let file = try StoreFile(.allTypes)
        try file.session { context in
            EnumValues(context: context).setValue(99, forKey: "grade")
            try context.save()
        }
        try file.session { context in
            let object = try #require(try context.all(EnumValues.self).first)
            #expect(object.grade == .low)
            object.shade = .light
            try context.save()
        }
        let line = try file.text.split(separator: "\n").first { $0.contains("grade") && $0.hasPrefix("   {") }
        #expect(line?.hasPrefix(#"   {"id": 1, "grade": 99, "gradeOrDefault": 1, "#) == true, "\(line ?? "")")
    }
}
