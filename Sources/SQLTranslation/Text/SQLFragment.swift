/// A part of a statement, with the values that are bound where it has gaps.
///
/// Nothing but literals and names of the database becomes text: a value of a question can only be bound.
package struct SQLFragment: Sendable, Hashable {
    /// A place of the text where a value is bound.
    private struct Gap: Sendable, Hashable {
        /// How many bytes of UTF-8 stand before it.
        var offset: Int
        var value: SQLValue
    }

    private var text: String
    private var gaps: [Gap] = []

    /// A name of the database, ready for SQL.
    package init(name: String) {
        text = name
    }

    /// How many values are bound.
    var valueCount: Int { gaps.count }

    /// The text as a dialect writes it, and the values in the order of its gaps.
    ///
    /// - Parameter boundCount: How many values the statement has before the fragment.
    package func written(in dialect: any SQLDialect, after boundCount: Int = 0) -> (text: String, values: [SQLValue]) {
        (filled { dialect.placeholder(boundCount + $0 + 1) }, gaps.map(\.value))
    }

    /// The text with its values as constants, to be read and copied.
    package func constantText(in dialect: any SQLDialect) -> String {
        filled { dialect.constant(gaps[$0].value) }
    }

    /// The text with something in each of its gaps, by their places.
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
    /// Text of the program itself.
    package init(stringLiteral value: String) {
        text = value
    }

    /// Text of the program itself with fragments, names and values in it.
    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.fragment
    }

    /// What an interpolated literal is made with.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment(name: "")

        /// An empty text. What stands in it is known only when it comes.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Text of the program itself.
        package mutating func appendLiteral(_ literal: String) { fragment.append(text: literal) }

        /// Another fragment.
        package mutating func appendInterpolation(_ fragment: SQLFragment) { self.fragment.append(fragment) }

        /// A name of the database, ready for SQL.
        package mutating func appendInterpolation(name: String) { fragment.append(text: name) }

        /// A value to be bound.
        package mutating func appendInterpolation(bound value: SQLValue) { fragment.append(bound: value) }
    }
}

extension Sequence<SQLFragment> {
    /// The fragments one after another.
    package func joined(separator: String) -> SQLFragment {
        var joined: SQLFragment?
        for fragment in self {
            guard joined != nil else {
                joined = fragment
                continue
            }
            joined?.append(text: separator)
            joined?.append(fragment)
        }
        return joined ?? ""
    }
}
