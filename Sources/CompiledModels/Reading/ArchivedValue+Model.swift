import ModelExpressions
import ModelSchema

extension ArchivedValue {
    /// The name that a property or an entity had before; nil if archives repeat the name it has.
    func renamingIdentifier(of name: String) -> String? {
        guard let identifier = self["NSRenamingIdentifier"]?.text, identifier != name else { return nil }
        return identifier
    }

    /// What the author of the model has attached, by key; what is neither text nor a number is left out.
    var userInfo: UserInfo {
        let entries = (self["NSUserInfo"]?.entries ?? []).compactMap { key, value in
            (value.text ?? value.numberText).map { UserInfo.Entry(key: key, value: $0) }
        }
        return UserInfo(entries: entries.sorted { ($0.key, $0.value) < ($1.key, $1.value) })
    }

    /// A number as text.
    var numberText: String? {
        if let integer, !isReal { return String(integer) }
        return real.map(\.plainText)
    }
}

extension Double {
    /// The number without a fraction if it has none.
    var plainText: String { Int64(exactly: self).map(String.init) ?? String(self) }
}

extension ConstantValue {
    /// A bound as a model file spells it; nil for what is neither a number nor a date.
    var boundText: String? {
        switch self {
        case .integer(let value): String(value)
        case .real(let value), .date(let value): value.plainText
        case .decimal(let digits): digits
        default: nil
        }
    }
}
