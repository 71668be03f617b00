/// A part of a statement, with the values that are bound where it has gaps.
///
/// Nothing but literals and names of the database becomes text: a value of a question can only be bound.
package struct SQLFragment: Sendable, Hashable {
    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case value(SQLValue)
    }

    fileprivate var parts: [Part]

    /// A name of the database, ready for SQL.
    package init(name: String) {
        parts = [.text(name)]
    }

    fileprivate init(parts: [Part]) {
        self.parts = parts
    }

    /// How many values are bound.
    var valueCount: Int {
        parts.count { part in
            if case .value = part { true } else { false }
        }
    }

    /// The text as a dialect writes it, and the values in the order of its gaps.
    ///
    /// - Parameter boundCount: How many values the statement has before the fragment.
    package func written(in dialect: any SQLDialect, after boundCount: Int = 0) -> (text: String, values: [SQLValue]) {
        var text = ""
        var values: [SQLValue] = []
        for part in parts {
            switch part {
            case .text(let piece):
                text += piece
            case .value(let value):
                values.append(value)
                text += dialect.placeholder(boundCount + values.count)
            }
        }
        return (text, values)
    }

    /// The text with its values as constants, to be read and copied.
    package func constantText(in dialect: any SQLDialect) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let piece): text += piece
            case .value(let value): text += dialect.constant(value)
            }
        }
    }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    /// Text of the program itself.
    package init(stringLiteral value: String) {
        parts = [.text(value)]
    }

    /// Text of the program itself with fragments, names and values in it.
    package init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.parts
    }

    /// What an interpolated literal is made with.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Room for the parts.
        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Text of the program itself.
        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        /// Another fragment.
        package mutating func appendInterpolation(_ fragment: SQLFragment) {
            parts += fragment.parts
        }

        /// A name of the database, ready for SQL.
        package mutating func appendInterpolation(name: String) {
            parts.append(.text(name))
        }

        /// A value to be bound.
        package mutating func appendInterpolation(bound value: SQLValue) {
            parts.append(.value(value))
        }
    }
}

extension Sequence<SQLFragment> {
    /// The fragments one after another.
    package func joined(separator: String) -> SQLFragment {
        var parts: [SQLFragment.Part] = []
        for fragment in self {
            if !parts.isEmpty { parts.append(.text(separator)) }
            parts += fragment.parts
        }
        return SQLFragment(parts: parts)
    }
}
