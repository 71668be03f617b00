/// A part of a statement, with values to bind in its gaps.
///
/// Only literals and names of the database become text: a value of a query can only be bound.
package struct SQLFragment: Sendable, Hashable {
    /// A position in the text where a value is bound.
    private struct Gap: Sendable, Hashable {
        /// The number of bytes of UTF-8 before the gap.
        var offset: Int
        var value: SQLValue
    }

    private var text: String
    private var gaps: [Gap] = []

    /// Creates a fragment from a name of the database that is ready for SQL.
    package init(name: String) {
        text = name
    }

    /// The number of bound values.
    var valueCount: Int { gaps.count }

    /// Whether there are bound values.
    package var hasValues: Bool { !gaps.isEmpty }

    /// The number of bytes of the text and of the texts among the bound values.
    var length: Int {
        gaps.reduce(text.utf8.count) { sum, gap in
            if case .text(let value) = gap.value { sum + value.utf8.count } else { sum }
        }
    }

    /// Whether the text, without the values, contains a word. O(*n*).
    package func contains(_ word: String) -> Bool {
        guard let first = word.utf8.first else { return true }
        var rest = text.utf8[...]
        while let place = rest.firstIndex(of: first) {
            rest = rest[place...]
            if rest.starts(with: word.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Returns the text in a dialect, and the values in the order of its gaps.
    ///
    /// - Parameter boundCount: The number of values in the statement before the fragment.
    package func written(in dialect: any SQLDialect, after boundCount: Int = 0) -> (text: String, values: [SQLValue]) {
        (filled { dialect.placeholder(boundCount + $0 + 1) }, gaps.map(\.value))
    }

    /// Returns the text with its values as literals, for people to read and copy.
    package func constantText(in dialect: any SQLDialect) -> String {
        filled { dialect.constant(gaps[$0].value) }
    }

    /// Returns the text with its gaps filled, by their index.
    private func filled(_ filling: (Int) -> String) -> String {
        guard !gaps.isEmpty else { return text }
        var filled = ""
        filled.reserveCapacity(text.utf8.count + 8 * gaps.count)
        var start = text.startIndex
        for (place, gap) in gaps.enumerated() {
            let end = text.utf8.index(text.startIndex, offsetBy: gap.offset)
            filled += text[start..<end]
            filled += filling(place)
            start = end
        }
        filled += text[start...]
        return filled
    }

    fileprivate var textLength: Int { text.utf8.count }

    fileprivate mutating func reserveCapacity(_ byteCount: Int) { text.reserveCapacity(byteCount) }

    fileprivate mutating func append(text: String) { self.text += text }

    fileprivate mutating func append(_ fragment: SQLFragment) {
        let offset = text.utf8.count
        text += fragment.text
        for gap in fragment.gaps { gaps.append(Gap(offset: offset + gap.offset, value: gap.value)) }
    }

    fileprivate mutating func append(bound value: SQLValue) {
        gaps.append(Gap(offset: text.utf8.count, value: value))
    }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    /// Creates a fragment from text in the program.
    package init(stringLiteral value: String) {
        text = value
    }

    /// Creates a fragment from text in the program that contains fragments, names, and values.
    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.fragment
    }

    /// Builds a fragment from an interpolated literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment(name: "")

        /// Creates an empty fragment. The parameters only estimate its size.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends text in the program.
        package mutating func appendLiteral(_ literal: String) { fragment.append(text: literal) }

        /// Appends another fragment.
        package mutating func appendInterpolation(_ fragment: SQLFragment) { self.fragment.append(fragment) }

        /// Appends a name of the database that is ready for SQL.
        package mutating func appendInterpolation(name: String) { fragment.append(text: name) }

        /// Appends a number as text.
        package mutating func appendInterpolation(constant number: Int) { fragment.append(text: String(number)) }

        /// Appends a value to bind.
        package mutating func appendInterpolation(bound value: SQLValue) { fragment.append(bound: value) }
    }
}

extension Sequence<SQLFragment> {
    /// Returns the fragments as one, with a separator between them.
    package func joined(separator: String) -> SQLFragment {
        let fragments = Array(self)
        guard fragments.count > 1 else { return fragments.first ?? "" }
        var joined = SQLFragment(name: "")
        joined.reserveCapacity(fragments.reduce(0) { $0 + $1.textLength + separator.utf8.count })
        for (place, fragment) in fragments.enumerated() {
            if place > 0 { joined.append(text: separator) }
            joined.append(fragment)
        }
        return joined
    }
}
