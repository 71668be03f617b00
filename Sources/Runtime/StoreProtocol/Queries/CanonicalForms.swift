package import Foundation

// The forms in which canonically equivalent strings are the same scalars.
//
// Swift decides by these forms whether strings are equal, but does not offer them, and its order of strings is wrong if
// one begins with another one that is spelled differently. Foundation offers them, but on Linux it neither adds a final
// consonant to a precomposed Hangul syllable, nor knows the characters of Unicode 16, which Swift does.
extension String {
    /// Returns the order of two strings: that of the scalars of their composed forms.
    package func canonicalOrder(to other: String) -> ComparisonResult {
        var (left, right) = (self, other)
        let known: ComparisonResult? = left.withUTF8 { left in
            right.withUTF8 { right in
                left.elementsEqual(right) ? .orderedSame : left.orderOfASCII(to: right)
            }
        }
        if let known { return known }
        (left, right) = (canonicallyComposed, other.canonicallyComposed)
        return left.withUTF8 { left in right.withUTF8 { left.orderOfBytes(to: $0) } }
    }

    /// The string with characters composed as far as possible (NFC).
    package var canonicallyComposed: String {
        if CanonicalForms.areInert(self) { return self }
        if CanonicalForms.areKnownToFoundation(self) {
            let composed = precomposedStringWithCanonicalMapping
            return composed.unicodeScalars.contains(where: CanonicalForms.isFinalConsonant)
                ? CanonicalForms.composed(composed) : composed
        }
        return CanonicalForms.composed(canonicallyDecomposed)
    }

    /// The string with characters decomposed as far as possible (NFD).
    var canonicallyDecomposed: String {
        let decomposed = decomposedStringWithCanonicalMapping
        return CanonicalForms.areKnownToFoundation(self) ? decomposed : CanonicalForms.decomposed(decomposed)
    }
}

/// What Foundation lacks of Unicode's algorithms.
private enum CanonicalForms {
    /// The characters with decompositions that Foundation does not know, with their first and second scalars.
    private static let latePairs: [(composed: Unicode.Scalar, first: Unicode.Scalar, second: Unicode.Scalar)] = [
        ("\u{105C9}", "\u{105D2}", "\u{307}"), ("\u{105E4}", "\u{105DA}", "\u{307}"),
        ("\u{11383}", "\u{11382}", "\u{113C9}"), ("\u{11385}", "\u{11384}", "\u{113BB}"),
        ("\u{1138E}", "\u{1138B}", "\u{113C2}"), ("\u{11391}", "\u{11390}", "\u{113C9}"),
        ("\u{113C5}", "\u{113C2}", "\u{113C2}"), ("\u{113C7}", "\u{113C2}", "\u{113B8}"),
        ("\u{113C8}", "\u{113C2}", "\u{113C9}"), ("\u{16121}", "\u{1611E}", "\u{1611E}"),
        ("\u{16122}", "\u{1611E}", "\u{16129}"), ("\u{16123}", "\u{1611E}", "\u{1611F}"),
        ("\u{16124}", "\u{16129}", "\u{1611F}"), ("\u{16125}", "\u{1611E}", "\u{16120}"),
        ("\u{16126}", "\u{16121}", "\u{1611F}"), ("\u{16127}", "\u{16122}", "\u{1611F}"),
        ("\u{16128}", "\u{16121}", "\u{16120}"), ("\u{16D68}", "\u{16D67}", "\u{16D67}"),
        ("\u{16D69}", "\u{16D63}", "\u{16D67}"), ("\u{16D6A}", "\u{16D69}", "\u{16D67}"),
    ]

    private struct Pair: Hashable {
        var first: Unicode.Scalar
        var second: Unicode.Scalar
    }

    private static let decompositions: [Unicode.Scalar: Pair] = Dictionary(
        uniqueKeysWithValues: latePairs.map { ($0.composed, Pair(first: $0.first, second: $0.second)) })

    private static let compositions: [Pair: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: latePairs.map { (Pair(first: $0.first, second: $0.second), $0.composed) })

    /// The first version of Unicode with characters that Foundation may not know.
    private static let lateVersion = 16

    /// The first scalar that Foundation may not know.
    private static let leastLateScalar: UInt32 = 0x897

    /// Whether Foundation decomposes, orders, and composes all characters of a string.
    static func areKnownToFoundation(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < leastLateScalar || isOld($0) }
    }

    /// Whether all characters of a string are composed, and none can join the one before it: most text.
    static func areInert(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < leastMark || isInert($0) }
    }

    /// The first scalar that can join the one before it, or that has another composed form.
    private static let leastMark: UInt32 = 0x300

    private static func isInert(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Greek and Cyrillic letters, Hebrew and Arabic consonants, punctuation, and signs.
        case 0x391...0x3CE, 0x400...0x482, 0x5D0...0x5EA, 0x621...0x64A, 0x2010...0x2027, 0x20A0...0x20BF: true
        // Kana, ideographs, and Hangul syllables.
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: true
        // Emoji.
        case 0x1F300...0x1F64F: true
        default: false
        }
    }

    private static func isOld(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case _ where isInert(scalar): true
        // Foundation takes some marks beyond the first 65,536 characters for others.
        case 0x10000...: combiningClass(scalar) == 0 && isOfOldVersion(scalar)
        default: isOfOldVersion(scalar)
        }
    }

    private static func isOfOldVersion(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.properties.age?.major ?? lateVersion) < lateVersion
    }

    static func isFinalConsonant(_ scalar: Unicode.Scalar) -> Bool { (0x11A8...0x11C2).contains(scalar.value) }

    // MARK: Decomposing

    /// Decomposes what Foundation has left, and orders the marks.
    static func decomposed(_ text: String) -> String {
        var scalars: [Unicode.Scalar] = []
        var marksStart = 0
        func orderMarks() {
            guard scalars.count - marksStart > 1 else { return }
            // Insertion keeps the order of marks of the same class.
            for end in (marksStart + 1)..<scalars.count {
                var place = end
                while place > marksStart, combiningClass(scalars[place - 1]) > combiningClass(scalars[place]) {
                    scalars.swapAt(place - 1, place)
                    place -= 1
                }
            }
        }
        func append(_ scalar: Unicode.Scalar) {
            if let pair = decompositions[scalar] {
                append(pair.first)
                append(pair.second)
            } else {
                let isMark = combiningClass(scalar) != 0
                if !isMark { orderMarks() }
                scalars.append(scalar)
                if !isMark { marksStart = scalars.count }
            }
        }
        for scalar in text.unicodeScalars { append(scalar) }
        orderMarks()
        return String(String.UnicodeScalarView(scalars))
    }

    private static func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
        scalar.properties.canonicalCombiningClass.rawValue
    }

    // MARK: Composing

    /// Composes a string whose marks are in order.
    static func composed(_ text: String) -> String {
        var scalars: [Unicode.Scalar] = []
        /// The last character that others can join.
        var starter: Int?
        for scalar in text.unicodeScalars {
            let own = combiningClass(scalar)
            if let place = starter {
                // A mark of the same or a higher class between the two keeps them apart.
                let isBlocked = scalars.count - place > 1 && combiningClass(scalars[scalars.count - 1]) >= own
                if !isBlocked, let composed = composition(scalars[place], scalar) {
                    scalars[place] = composed
                    continue
                }
            }
            if own == 0 { starter = scalars.count }
            scalars.append(scalar)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func composition(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        let (syllable, final) = (first.value, second.value)
        // A syllable without a final consonant, and one.
        if (0xAC00...0xD7A3).contains(syllable), (syllable - 0xAC00) % 28 == 0, isFinalConsonant(second) {
            return Unicode.Scalar(syllable + final - 0x11A7)
        }
        if let late = compositions[Pair(first: first, second: second)] { return late }
        guard final >= 0x300 else { return nil }
        // From decomposed characters, because Foundation leaves some that are composed in part.
        let whole = String(first).decomposedStringWithCanonicalMapping + String(second)
        let scalars = whole.precomposedStringWithCanonicalMapping.unicodeScalars
        guard scalars.count == 1, let only = scalars.first else { return nil }
        return only
    }
}
