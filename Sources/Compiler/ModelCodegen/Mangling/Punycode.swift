/// The form of identifiers outside ASCII in the names of symbols: Punycode with other digits.
///
/// Source: RFC 3492, and the description of the mangling in the Swift project's documentation, which has `_` as the
/// delimiter, and the letters `A` to `J` after `z` as digits.
enum Punycode {
    private static let base = 36
    private static let smallestThreshold = 1
    private static let largestThreshold = 26

    /// Returns the form of an identifier; nil for one in ASCII, which needs none.
    static func encode(_ identifier: String) -> String? {
        let scalars = identifier.unicodeScalars.map { Int($0.value) }
        let plain = identifier.unicodeScalars.filter(\.isASCII)
        guard plain.count < scalars.count else { return nil }
        var result = String(String.UnicodeScalarView(plain))
        if !result.isEmpty { result += "_" }
        var (next, delta, bias) = (0x80, 0, 72)
        var handledCount = plain.count
        while handledCount < scalars.count, let smallest = scalars.lazy.filter({ $0 >= next }).min() {
            delta += (smallest - next) * (handledCount + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                result += digits(of: delta, bias: bias)
                bias = Self.bias(after: delta, count: handledCount + 1, isFirst: handledCount == plain.count)
                delta = 0
                handledCount += 1
            }
            delta += 1
            next += 1
        }
        return result
    }

    /// The digits of a number. The last one is below its threshold, so the number needs no length.
    private static func digits(of number: Int, bias: Int) -> String {
        var result = ""
        var (rest, position) = (number, base)
        while true {
            let threshold = min(max(position - bias, smallestThreshold), largestThreshold)
            guard rest >= threshold else { break }
            result.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        result.append(digit(rest))
        return result
    }

    private static func digit(_ value: Int) -> Character {
        let first = value < 26 ? UInt8(ascii: "a") : UInt8(ascii: "A") - 26
        return Character(UnicodeScalar(first + UInt8(value)))
    }

    private static func bias(after delta: Int, count: Int, isFirst: Bool) -> Int {
        let (damp, skew) = (700, 38)
        var rest = isFirst ? delta / damp : delta / 2
        rest += rest / count
        var steps = 0
        while rest > (base - smallestThreshold) * largestThreshold / 2 {
            rest /= base - smallestThreshold
            steps += base
        }
        return steps + (base - smallestThreshold + 1) * rest / (rest + skew)
    }
}
