import JSONTokens
import TestSupport
import Testing

@Suite struct JSONNumberTests {
    @Test(
        "Integers keep all their digits",
        arguments: [0, -1, 1, 9, 10, 99, 100, 1 << 53, (1 << 53) + 1, .max, .min, .max - 1, .min + 1] as [Int64])
    func integersKeepAllTheirDigits(_ value: Int64) throws {
        let text = written { $0.writeInteger(value) }
        #expect(text == "\(value)")
        #expect(try scan(text) { try $0.readInteger() } == value)
    }

    @Test(
        "Only 64-bit integers are read as integers",
        arguments: [
            ("9223372036854775808", JSONError.Code.numberOutOfRange), ("-9223372036854775809", .numberOutOfRange),
            ("18446744073709551616", .numberOutOfRange), ("100000000000000000000000", .numberOutOfRange),
            ("1.0", .wrongKind), ("1e3", .wrongKind), ("\"1\"", .wrongKind), ("true", .wrongKind),
        ])
    func onlyIntegersOf64BitsAreIntegers(_ text: String, _ code: JSONError.Code) throws {
        let error = try #require(throws: JSONError.self) { try scan(text) { try $0.readInteger() } }
        #expect(error.code == code)
        #expect(error.column == 1)
    }

    @Test("Negative zero is the integer zero")
    func minusZeroIsTheIntegerZero() throws {
        #expect(try scan("-0") { try $0.readInteger() } == 0)
    }

    @Test(
        "Doubles are written with the fewest digits",
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-2, "-2.0"), (0.1, "0.1"), (1.5, "1.5"),
            (1e15, "1000000000000000.0"),
            (9007199254740991, "9007199254740991.0"), (9007199254740992, "9007199254740992.0"), (1e16, "1e+16"),
            (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (0.00001, "1e-05"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (.infinity, "\"Infinity\""), (-.infinity, "\"-Infinity\""), (.nan, "\"NaN\""),
        ] as [(Double, String)])
    func doublesAreWrittenWithTheFewestDigits(_ value: Double, _ text: String) throws {
        #expect(written { $0.writeDouble(value) } == text)
        let read = try scan(text) { try $0.readDouble() }
        #expect(read.bitPattern == value.bitPattern || read.isNaN && value.isNaN)
    }

    /// Numbers that sit on or beside the middle between two doubles, in every path of the reader.
    @Test(
        "Numbers near the middle of two doubles are rounded correctly",
        arguments: [
            "9007199254740993", "9007199254740993.0000000000000000001", "9007199254740992.9999999999999999999",
            "1.00000000000000011102230246251565404236316680908203125", "1.0000000000000001110223024625156540",
            "1.0000000000000001110223024625156541", "0.1e1", "123456789012345678", "1234567890123456789e3",
            "1844674407370955161e19", "18446744073709551615", "18446744073709551617e-5", "7.2057594037927933e16",
            "8.98846567431158e307", "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9e-324",
            "2.5e-324", "0e999999999999", "0.000000000000000000000000000000000001e36", "-0.0e5",
            "0.1",
            "9999999999999999999", "99999999999999999999", "1e22", "1e23", "1E+19", "1e-19", "1e-20", "3e-19",
        ])
    func numbersAreRoundedOnce(_ text: String) throws {
        #expect(try scan(text) { try $0.readDouble() }.bitPattern == Double(text)?.bitPattern)
        let float = try #require(Float(text))
        if float.isFinite, !float.isZero || Double(text)?.isZero == true {
            #expect(try scan(text) { try $0.readFloat() }.bitPattern == float.bitPattern)
        } else {
            #expect(throws: JSONError.self) { try scan(text) { try $0.readFloat() } }
        }
    }

    @Test("Random decimals are rounded correctly")
    func randomDecimalsAreRoundedOnce() throws {
        var generator = SplitMix.seeded()
        for _ in 0..<20_000 {
            let digits = String(
                UInt64.random(in: .min ... .max, using: &generator) >> UInt64.random(in: 0...63, using: &generator))
            let text = "\(digits.prefix(19))e\(Int.random(in: -24...18, using: &generator))"
            let double = try scan(text) { try $0.readDouble() }
            let float = try scan(text) { try $0.readFloat() }
            #expect(double.bitPattern == Double(text)?.bitPattern, "\(text), seed \(generator.seed)")
            #expect(float.bitPattern == Float(text)?.bitPattern, "\(text), seed \(generator.seed)")
        }
    }

    @Test("Random doubles and floats are the same after writing and reading")
    func randomDoublesAndFloatsComeBack() throws {
        var generator = SplitMix.seeded()
        for _ in 0..<20_000 {
            let double = Double(bitPattern: .random(in: .min ... .max, using: &generator))
            let doubleText = written { $0.writeDouble(double) }
            let readDouble = try scan(doubleText) { try $0.readDouble() }
            #expect(
                readDouble.bitPattern == double.bitPattern || readDouble.isNaN && double.isNaN, "seed \(generator.seed)"
            )
            let float = Float(bitPattern: .random(in: .min ... .max, using: &generator))
            let floatText = written { $0.writeFloat(float) }
            let readFloat = try scan(floatText) { try $0.readFloat() }
            #expect(
                readFloat.bitPattern == float.bitPattern || readFloat.isNaN && float.isNaN, "seed \(generator.seed)")
        }
    }

    @Test(
        "Numbers beyond the range of doubles, and those that would become zero, are refused",
        arguments: [
            "1e309", "-1e309", "1.8e308", "1e999999999999999999999", "1e-400", "-1e-400", "2.4703282292062327e-324",
            "1e-999999999999999999999", "0.\(String(repeating: "0", count: 400))1",
        ])
    func numbersBeyondEveryDoubleAreRefused(_ text: String) throws {
        let error = try #require(throws: JSONError.self) { try scan(text) { try $0.readDouble() } }
        #expect(error.code == .numberOutOfRange)
    }

    @Test("Other strings are not numbers", arguments: ["\"nan\"", "\"inf\"", "\"1\"", "\"\"", "\"+Infinity\""])
    func otherStringsAreNoNumbers(_ text: String) throws {
        #expect(throws: JSONError.self) { try scan(text) { try $0.readDouble() } }
    }

    @Test("The text of a number of any size can be read")
    func digitsOfAnyNumberAreAtHand() throws {
        let text = "-0.10000000000000000000000000000000000000000000000000000E+007"
        #expect(try scan(" \(text) ") { try $0.readNumberText() } == text)
    }
}
