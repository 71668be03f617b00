import Foundation
import ObjectGraph
import TestSupport
import Testing

/// The order of strings by their composed characters, which agrees with Swift's equality of strings.
struct CanonicalOrderTests {
    private func expectSame(_ left: String, _ right: String) {
        #expect(left == right)
        #expect(left.canonicalOrder(to: right) == .orderedSame, "\(scalars(left)), \(scalars(right))")
    }

    private func scalars(_ text: String) -> [String] { text.unicodeScalars.map { String($0.value, radix: 16) } }

    @Test("Every Hangul syllable is the same as its parts, in each way of composing them")
    func hangul() {
        for initial in UInt32(0)..<19 {
            for vowel in UInt32(0)..<21 {
                // The first, the last, and one of the other final consonants.
                for final in [UInt32(1), (initial * 21 + vowel) % 26 + 2, 27] {
                    func text(_ values: UInt32...) -> String {
                        String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
                    }
                    let open = 0xAC00 + (initial * 21 + vowel) * 28
                    let whole = text(open + final)
                    expectSame(whole, text(open, 0x11A7 + final))
                    expectSame(whole, text(0x1100 + initial, 0x1161 + vowel, 0x11A7 + final))
                    #expect(text(open).canonicalOrder(to: whole) == .orderedAscending)
                    #expect(text(open, 0x11A7 + final).canonicalOrder(to: text(open, 0xB098)) == .orderedDescending)
                }
            }
        }
    }

    @Test("Strings are the same exactly if Swift says that they are equal, for characters with marks")
    func equality() {
        var generator = SplitMix(seed: 0x5DEE_CE66)
        let all = (UInt32(0x41)...0x1FFFF).compactMap(Unicode.Scalar.init)
        let marks = all.filter { $0.properties.canonicalCombiningClass != .notReordered }
        var differences: [[String]] = []
        func compare(_ left: String, _ right: String) {
            let isSame = left.canonicalOrder(to: right) == .orderedSame
            if (left == right) != isSame { differences.append(scalars(left) + ["and"] + scalars(right)) }
        }
        for scalar in all where scalar.properties.isFullCompositionExclusion || scalar.value % 31 == 0 {
            let first = marks.randomElement(using: &generator) ?? scalar
            let second = marks.randomElement(using: &generator) ?? scalar
            let one = String(String.UnicodeScalarView([scalar, first, second]))
            compare(one, String(String.UnicodeScalarView([scalar, second, first])))
            compare(one, one.decomposedStringWithCanonicalMapping)
            compare(String(scalar), String(scalar).decomposedStringWithCanonicalMapping)
        }
        #expect(differences == [])
    }

    @Test("A string comes before the ones that begin with it, however it is spelled")
    func prefixes() {
        #expect("e\u{301}".canonicalOrder(to: "\u{E9}a") == .orderedAscending)
        #expect("\u{E9}a".canonicalOrder(to: "e\u{301}") == .orderedDescending)
        #expect("a\u{307}\u{323}z".canonicalOrder(to: "\u{1EA1}\u{307}za") == .orderedAscending)
        #expect("\u{16D63}\u{16D67}".canonicalOrder(to: "\u{16D69}") == .orderedSame)
        #expect("".canonicalOrder(to: "\u{301}") == .orderedAscending)
    }
}
