import Foundation
import JSONTokens
import TestSupport
import Testing

@Suite struct DateTextTests {
    @Test(
        "Dates are written as text and read back",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (1, "2001-01-01T00:00:01Z"), (-1, "2000-12-31T23:59:59Z"),
            (0.5, "2001-01-01T00:00:00.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"), (-0.1, "2000-12-31T23:59:59.9Z"),
            (0.1, "2001-01-01T00:00:00.1Z"), (-1.03, "2000-12-31T23:59:58.97Z"),
            (736_259_696.789, "2024-05-01T12:34:56.789Z"),
            (-978_307_200, "1970-01-01T00:00:00Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
            (-63_113_904_001, "+000000-12-31T23:59:59Z"), (-63_145_526_400, "+000000-01-01T00:00:00Z"),
            (-63_145_526_401, "-000001-12-31T23:59:59Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
            (252_423_993_600, "+010000-01-01T00:00:00Z"), (0.0001, "2001-01-01T00:00:00.0001Z"),
            (94_608_000 - 0.5, "2003-12-31T23:59:59.5Z"), (99_748_799, "2004-02-29T11:59:59Z"),
            (-0.0, "@-0.0"), (.nan, "@NaN"), (.infinity, "@Infinity"), (-.infinity, "@-Infinity"), (1e300, "@1e+300"),
            (1e-5, "@1e-05"), (-1e-300, "@-1e-300"), (3.1e13, "@31000000000000.0"),
        ] as [(Double, String)])
    func instantsAreTextAndBack(_ interval: Double, _ text: String) throws {
        #expect(DateText.text(for: interval) == text)
        #expect(written { $0.writeDate(interval) } == "\"\(text)\"")
        let read = try DateText.interval(from: text)
        #expect(read.bitPattern == interval.bitPattern || read.isNaN && interval.isNaN)
        let scanned = try scan("\"\(text)\"") { try $0.readDate() }
        #expect(scanned.bitPattern == interval.bitPattern || scanned.isNaN && interval.isNaN)
    }

    @Test("Random dates are the same after writing and reading")
    func randomInstantsComeBack() throws {
        var generator = SplitMix.seeded()
        func expectRoundTrip(_ interval: Double) throws {
            let text = DateText.text(for: interval)
            let read = try DateText.interval(from: text)
            #expect(
                read.bitPattern == interval.bitPattern || read.isNaN && interval.isNaN,
                "\(interval) as \(text), seed \(generator.seed)")
        }
        for _ in 0..<10_000 {
            try expectRoundTrip(Double(bitPattern: .random(in: .min ... .max, using: &generator)))
            try expectRoundTrip(.random(in: -1e9...1e9, using: &generator))
            try expectRoundTrip(.random(in: -1...1, using: &generator))
            try expectRoundTrip(.random(in: -3.2e13...3.2e13, using: &generator))
            try expectRoundTrip(
                Double(Int.random(in: -4_000_000_000_000...4_000_000_000_000, using: &generator)) / 1000)
            // What a clock gives that counts from 1970.
            let sinceUnixEpoch = Double.random(in: 0...4e9, using: &generator)
            try expectRoundTrip(sinceUnixEpoch - 978_307_200)
        }
    }

    /// The calendar of Foundation switches to the Julian one in 1582, so only later days are compared.
    @Test("Calendar dates are the same as Foundation's")
    func civilDatesAgreeWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -150_000, to: 1_000_000, by: 173) {
            let interval = Double(day) * 86_400 + 3_661
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSinceReferenceDate: interval))
            func padded(_ value: Int?, _ count: Int) -> String {
                let digits = String(value ?? 0)
                return String(repeating: "0", count: count - digits.count) + digits
            }
            #expect(
                DateText.text(for: interval)
                    == "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))T01:01:01Z")
        }
    }

    @Test(
        "Other forms of RFC 3339 are read",
        arguments: [
            ("2001-01-01t00:00:00z", 0), ("2001-01-01T02:00:00+02:00", 0), ("2000-12-31T18:30:00-05:30", 0),
            ("2001-01-01T00:00:00-00:00", 0), ("2001-01-01T00:00:00.000Z", 0), ("2001-01-01T00:00:00.500Z", 0.5),
            ("2000-12-31T23:59:59.000Z", -1), ("2000-12-31T23:59:59.7500Z", -0.25), ("2000-12-31T23:59:60Z", 0),
            ("2001-01-01T01:59:60.25+02:00", 0.25), ("+002001-01-01T00:00:00Z", 0),
            ("0000-01-01T00:00:00Z", -63_145_526_400),
            ("2001-01-01T00:00:00.1000000000000000055511151231257827021181583404541015625Z", 0.1), ("@0", 0),
            ("@5.0", 5),
            ("2000-12-31T23:59:59.8999999999999999944488848768742172978818416595458984375Z", -0.1),
        ] as [(String, Double)])
    func otherSpellingsOfRFC3339AreRead(_ text: String, _ interval: Double) throws {
        #expect(try DateText.interval(from: text) == interval)
    }

    @Test(
        "Invalid dates are refused at their offset",
        arguments: [
            ("", 0), ("2001", 4), ("2001-01-01", 10), ("2001-01-01T00:00:00", 19), ("2001-01-01 00:00:00Z", 10),
            ("2001-13-01T00:00:00Z", 5), ("2001-00-01T00:00:00Z", 5), ("2001-01-00T00:00:00Z", 8),
            ("2001-01-32T00:00:00Z", 8),
            ("2023-02-29T00:00:00Z", 8), ("2023-02-30T00:00:00Z", 8), ("1900-02-29T00:00:00Z", 8),
            ("2001-04-31T00:00:00Z", 8),
            ("2001-01-01T24:00:00Z", 11), ("2001-01-01T00:60:00Z", 14), ("2001-01-01T00:00:61Z", 17),
            ("2001-01-01T00:00:60Z", 17), ("2001-03-31T23:59:60Z", 17), ("2001-01-01T00:00:00.Z", 20),
            ("2001-01-01T00:00:00,5Z", 19), ("2001-01-01T00:00:00+0200", 22), ("2001-01-01T00:00:00+24:00", 20),
            ("2001-01-01T00:00:00+02:60", 23), ("2001-01-01T00:00:00ZZ", 20), ("2001-01-01T00:00Z", 16),
            ("2001-1-1T00:00:00Z", 6),
            ("20010101T000000Z", 4), ("-000000-01-01T00:00:00Z", 0), ("+12001-01-01T00:00:00Z", 6),
            ("+1002001-01-01T00:00:00Z", 7), (" 2001-01-01T00:00:00Z", 0), ("@", 1), ("@ 5", 1), ("@5 ", 1),
            ("@\"NaN\"", 1),
            ("@nan", 1), ("@1e999", 1), ("@01", 1), ("2001-01-01T00:00:0０Z", 18),
        ])
    func anythingElseIsRefused(_ text: String, _ offset: Int) throws {
        let error = try #require(throws: MalformedTextError.self) { try DateText.interval(from: text) }
        #expect(error.offset == offset, "\(error)")
    }

    @Test("An error in a date has its column in the JSON")
    func errorsPointIntoTheText() throws {
        let error = try #require(throws: JSONError.self) { try scan("\"2023-02-30T00:00:00Z\"") { try $0.readDate() } }
        #expect(error.description == "line 1, column 10: month 2 has no day 30")
        #expect(error.code == .malformedText)
    }

    @Test("Dates with escaped characters are read")
    func escapedDatesAreRead() throws {
        #expect(try scan(#""2001-01-01T00:00:0\u0031Z""#) { try $0.readDate() } == 1)
    }
}
