package import ModelExpressions
import ModelSchema

extension ArchivedValue {
    /// The previous name of a property or an entity; nil if archives repeat the current name.
    func renamingIdentifier(of name: String) -> String? {
        guard let identifier = self[.renamingIdentifier]?.text, identifier != name else { return nil }
        return identifier
    }

    /// The user info, by key, without values that are neither text nor numbers.
    var userInfo: UserInfo {
        let entries = (self[.userInfo]?.entries ?? []).compactMap { key, value in
            (value.text ?? value.numberText).map { UserInfo.Entry(key: key, value: $0) }
        }
        return UserInfo(entries: entries.sorted { ($0.key, $0.value) < ($1.key, $1.value) })
    }

    var numberText: String? {
        if let integer, !isReal { return String(integer) }
        if let single { return single.plainText }
        return real.map(\.plainText)
    }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    /// The number without a fraction if it has none. Zero keeps its sign, which a default can have.
    package var plainText: String {
        if isZero { return sign == .minus ? "-0" : "0" }
        return Int64(exactly: self).map { String($0) } ?? String(self)
    }
}

extension ConstantValue {
    /// A bound in the form of model files; nil for values that are neither numbers nor dates.
    package var boundText: String? {
        switch self {
        case .integer(let value): String(value)
        // The sign of zero has no meaning in a bound.
        case .real(let value), .date(let value): value.isZero ? "0" : value.plainText
        case .decimal(let digits): digits
        default: nil
        }
    }
}
