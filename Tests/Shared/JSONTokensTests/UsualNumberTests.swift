import JSONTokens
import TestSupport
import Testing

/// Numbers of the sizes that most have, which are read and written in ways of their own.
struct UsualNumberTests {
    /// In an array, where something follows the number.
    private func scanInArray<Value>(
        _ text: String, _ read: (inout JSONScanner) throws -> Value
    ) throws -> Value? {
        try scan("[\(text), 1]") { scanner in
            var values: [Value] = []
            try scanner.readArray { scanner in
                if values.isEmpty { values.append(try read(&scanner)) } else { try scanner.skipValue() }
            }
            return values.first
        }
    }

    @Test("Doubles are written as the standard library writes them")
    func writingDoubles() throws {
        var generator = SplitMix.seeded()
        func expect(_ value: Double) throws {
            for value in [value, -value, value.nextUp, value.nextDown] {
                let text = written { $0.writeDouble(value) }
                #expect(text == value.description, "seed \(generator.seed)")
                #expect(try scanInArray(text) { try $0.readDouble() }?.bitPattern == value.bitPattern, "\(text)")
            }
        }
        for exponent in -20...53 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            try expect(power)
            for _ in 0..<60 { try expect(power * Double.random(in: 1..<2, using: &generator)) }
        }
        for _ in 0..<2_000 {
            let digits = Double(Int.random(in: 1..<10_000_000, using: &generator))
            for scale in [10.0, 1e2, 1e3, 1e5, 1e7, 7, 3] { try expect(digits / scale) }
        }
    }

    @Test("Integers of any number of digits are written as the standard library writes them")
    func writingIntegers() throws {
        var generator = SplitMix.seeded()
        var power: Int64 = 1
        for count in 1...19 {
            let greatest = count < 19 ? power * 10 - 1 : .max
            let values = (0..<100).map { _ in Int64.random(in: power...greatest, using: &generator) }
            for value in values + [power - 1, power] {
                // Also after something and before it, which writing must not change.
                let text = written { writer in
                    writer.writeInteger(value)
                    writer.writeRaw(",")
                    writer.writeInteger(-value)
                    writer.writeRaw(",")
                }
                #expect(text == "\(value),\(-value),", "\(count) digits, seed \(generator.seed)")
            }
            if count < 19 { power *= 10 }
        }
    }

    @Test("Decimals are rounded correctly")
    func decimalsAreRoundedOnce() throws {
        var generator = SplitMix.seeded()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...19, using: &generator)
            let fraction = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                "0123456789".randomElement(using: &generator).map(String.init) ?? ""
            }.joined()
            let whole = String(UInt64.random(in: 1 ... .max, using: &generator)).prefix(count)
            let text = (whole.isEmpty ? "0" : String(whole)) + "." + fraction
            #expect(try scanInArray(text) { try $0.readDouble() } == Double(text), "\(text), seed \(generator.seed)")
            #expect(try scanInArray("-\(text)e-3") { try $0.readDouble() } == Double("-\(text)e-3"), "\(text)")
        }
    }

    @Test(
        "Integers of common sizes are read",
        arguments: [0, -1, 10, 999_999_999_999_999_999, 1_000_000_000_000_000_000, .max, .min] as [Int64])
    func integers(_ value: Int64) throws {
        #expect(try scanInArray("\(value)") { try $0.readInteger() } == value)
    }

    @Test(
        "Malformed numbers are refused",
        arguments: ["00", "01", "-01", "-", "1.", ".5", "1.e1", "00.5", "-.5", "0x1", "1.5.5", "12345678.1234567x"])
    func whatIsNoNumber(_ text: String) {
        #expect(throws: JSONError.self) { try scanInArray(text) { try $0.readInteger() } }
        #expect(throws: JSONError.self) { try scanInArray(text) { try $0.readDouble() } }
    }

    @Test(
        "Dates are read as by the parser",
        arguments: [
            ("2024-02-29T00:00:00Z", true), ("2023-02-29T00:00:00Z", false), ("2024-04-31T00:00:00Z", false),
            ("2024-13-01T00:00:00Z", false), ("2024-00-01T00:00:00Z", false), ("2024-01-00T00:00:00Z", false),
            ("2024-01-01T24:00:00Z", false), ("2024-01-01T00:60:00Z", false), ("2024-01-01T00:00:61Z", false),
            ("2024-01-01 00:00:00Z", false), ("2024-01-01t00:00:00z", true), ("2024-01-01T00:00:00.Z", false),
            ("2024-01-01T00:00:00.1234567Z", true), ("2024-01-01T00:00:00.250000Z", true),
            ("2016-12-31T23:59:60Z", true), ("0000-01-01T00:00:00Z", true), ("2o24-01-01T00:00:00Z", false),
            ("2024-01-01T00:00:00+02:00", true), ("1999-12-31T23:59:59.75Z", true), ("2024-01-01T00:00:00", false),
        ] as [(String, Bool)])
    func datesAreReadAsTheParserReadsThem(_ text: String, _ isDate: Bool) throws {
        let expected = try? DateText.interval(from: text)
        let read = try? scanInArray("\"\(text)\", \"what follows\"") { try $0.readDate() }
        #expect((expected != nil) == isDate)
        #expect(read == expected)
    }
}
