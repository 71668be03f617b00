import Foundation

/// Values that are easily compared wrongly.
enum AwkwardValues {
    static let texts = [
        "", "a", "A", "ab", "abc", "Abcdefghij", "aK", "a\u{212A}", "aKb", "K", "\u{212A}", "k", "é", "e\u{301}",
        "e", "e\u{301}x", "Zoë", "Zoe\u{308}", "Zoe", "zoe", "É", "ß", "SS", "straße", "b*", "a?b", "\u{0}", "a\u{0}b",
        "Zürich", "zurich", "a\nb", "a\r\n", "a\r", "が", "か\u{3099}", "か", "👩‍👩‍👧", "👩", "100%", "100_",
        "x'; DROP TABLE ZITEM;--",
        "x\u{37E}", "x;", "`", "\u{1FEF}", "\"", "'", "\u{7F}", "a\u{7F}", "file10", "file9", "KKKKK", "\u{FFFF}", "Å",
        "\u{212B}", "A\u{30A}", "NaN", "1",
    ]
    /// Those that the standard library and Foundation put in one order: they disagree with themselves over the signs
    /// for Kelvin and Ångström.
    static let ordered = texts.filter { !$0.contains("\u{212A}") && !$0.contains("K") && !$0.contains("Å") }
    static let reals: [Double] = [
        -1.5, 0, -0.0, 0.1, 1, 2, .infinity, -.infinity, .nan, 9_007_199_254_740_992, 1e300, .leastNonzeroMagnitude,
    ]
    static let wholes: [Int64] = [
        .min, -1, 0, 1, 2, 9_007_199_254_740_992, 9_007_199_254_740_993, .max - 1, .max,
    ]
    static let dates = [-1.5, 0, 1, 2.25, 1e9, .infinity, .nan].map(Date.init(timeIntervalSinceReferenceDate:))
    static let uuids = [
        "6F9619FF-8B86-D011-B42D-00C04FC964FF", "00000000-0000-0000-0000-000000000001",
        "FFFFFFFF-0000-0000-0000-000000000001", "6F9619FF-8B86-D011-B42D-00C04FC964FE",
    ].compactMap(UUID.init(uuidString:))
    static let addresses = ["https://example.org/1", "https://example.org/K", "https://example.org/%C3%A9", "x:y"]
        .compactMap(URL.init(string:))
}
