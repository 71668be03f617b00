/// The part of a predicate that SQL can express.
///
/// A condition is never false for an object that matches the predicate, however conditions are combined.
struct SQLCondition {
    enum Form {
        case always
        case never
        /// - Parameter mayBeNull: Whether the condition can be null, which means false.
        case text(SQLFragment, mayBeNull: Bool)
    }

    var form: Form
    /// Whether the condition is true only for objects that match the predicate.
    var isExact = true

    static let always = SQLCondition(form: .always)
    static let never = SQLCondition(form: .never)
    /// A condition that is always true, because SQL cannot express the predicate.
    static let unknown = SQLCondition(form: .always, isExact: false)

    init(form: Form, isExact: Bool = true) {
        self.form = form
        self.isExact = isExact
    }

    /// Creates a condition that may be null.
    init(_ text: SQLFragment) {
        form = .text(text, mayBeNull: true)
    }

    /// Creates a condition that may be null; unknown if the database cannot express it.
    init(ifSaid text: SQLFragment?) {
        self = text.map { SQLCondition($0) } ?? .unknown
    }

    /// Creates a condition that is never null.
    init(definite text: SQLFragment) {
        form = .text(text, mayBeNull: false)
    }

    /// The condition for `WHERE`; nil if it is always true.
    var text: SQLFragment? {
        switch form {
        case .always: nil
        case .never: "FALSE"
        case .text(let text, _): text
        }
    }

    /// The negation; unknown if this condition is not exact.
    var negated: SQLCondition {
        guard isExact else { return .unknown }
        return switch form {
        case .always: .never
        case .never: .always
        case .text(let text, true): SQLCondition(definite: "NOT COALESCE(\(text), FALSE)")
        case .text(let text, false): SQLCondition(definite: "NOT (\(text))")
        }
    }

    /// Returns the conjunction. If a member is unknown, the others still narrow the result.
    static func all(_ members: [SQLCondition]) -> SQLCondition {
        var isExact = true
        var texts: [SQLFragment] = []
        var mayBeNull = false
        for member in members {
            isExact = isExact && member.isExact
            switch member.form {
            case .always: continue
            case .never: return .never
            case .text(let text, let mayMemberBeNull):
                texts.append(text)
                mayBeNull = mayBeNull || mayMemberBeNull
            }
        }
        return combined(texts, by: " AND ", mayBeNull: mayBeNull, isExact: isExact, empty: .always)
    }

    /// Returns the disjunction.
    static func any(_ members: [SQLCondition]) -> SQLCondition {
        var isExact = true
        var texts: [SQLFragment] = []
        var mayBeNull = false
        for member in members {
            switch member.form {
            case .always where member.isExact: return .always
            case .always: return .unknown
            case .never: continue
            case .text(let text, let mayMemberBeNull):
                isExact = isExact && member.isExact
                texts.append(text)
                mayBeNull = mayBeNull || mayMemberBeNull
            }
        }
        return combined(texts, by: " OR ", mayBeNull: mayBeNull, isExact: isExact, empty: .never)
    }

    private static func combined(
        _ texts: [SQLFragment], by separator: String, mayBeNull: Bool, isExact: Bool, empty: Form
    ) -> SQLCondition {
        guard let first = texts.first else { return SQLCondition(form: empty, isExact: isExact) }
        let text: SQLFragment = texts.count == 1 ? first : "(\(texts.joined(separator: separator)))"
        return SQLCondition(form: .text(text, mayBeNull: mayBeNull), isExact: isExact)
    }
}
