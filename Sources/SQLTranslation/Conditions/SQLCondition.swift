/// What a predicate says, as far as SQL can say it.
///
/// Each way of combining conditions keeps the promise that none is false of an object for which the predicate is true.
struct SQLCondition {
    enum Form {
        case always
        case never
        /// - Parameter mayBeNull: Whether it can be null, which stands for false.
        case text(SQLFragment, mayBeNull: Bool)
    }

    var form: Form
    /// Whether it is true of no other objects than the predicate.
    var isExact = true

    static let always = SQLCondition(form: .always)
    static let never = SQLCondition(form: .never)
    /// Nothing is known: the predicate may be true of all.
    static let unknown = SQLCondition(form: .always, isExact: false)

    init(form: Form, isExact: Bool = true) {
        self.form = form
        self.isExact = isExact
    }

    /// A condition that may be null.
    init(_ text: SQLFragment) {
        form = .text(text, mayBeNull: true)
    }

    /// A condition that may be null; unknown where the database cannot say it.
    init(ifSaid text: SQLFragment?) {
        self = text.map { SQLCondition($0) } ?? .unknown
    }

    /// A condition that is true or false.
    init(definite text: SQLFragment) {
        form = .text(text, mayBeNull: false)
    }

    /// The condition for `WHERE`; nil where it is always true.
    var text: SQLFragment? {
        switch form {
        case .always: nil
        case .never: "FALSE"
        case .text(let text, _): text
        }
    }

    /// The opposite; unknown where this one is not exact.
    var negated: SQLCondition {
        guard isExact else { return .unknown }
        return switch form {
        case .always: .never
        case .never: .always
        case .text(let text, true): SQLCondition(definite: "NOT COALESCE(\(text), FALSE)")
        case .text(let text, false): SQLCondition(definite: "NOT (\(text))")
        }
    }

    /// True where all are. A member that SQL cannot say leaves the others to narrow.
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

    /// True where one is.
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
