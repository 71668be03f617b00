/// The value of a setting of any type.
///
/// ```swift
/// let values: [ModelSettingValue] = [.none, .flag(true), .number(5), .names(["title", "isbn"])]
/// print(values.map(\.description))  // ["none", "yes", "5", "title, isbn"]
/// ```
public enum ModelSettingValue: Sendable, Hashable {
    /// No value, because the file does not specify it.
    case none
    /// A string, a name, or a word of the format.
    case text(String)
    /// Yes or no.
    case flag(Bool)
    /// A count.
    case number(Int)
    /// Names, whose order can be significant.
    case names([String])
    /// The user info.
    case userInfo(UserInfo)
    /// The columns of an index, in index order.
    case indexElements([FetchIndex.Element])
    /// The fetch of a fetched property.
    case fetchRequest(FetchRequestTemplate)
}

extension ModelSettingValue: CustomStringConvertible {
    /// The value in messages: `none`, `yes`, `'total'`.
    public var description: String {
        switch self {
        case .none: "none"
        case .text(let text): text.isEmpty ? "''" : text
        case .flag(let isSet): isSet ? "yes" : "no"
        case .number(let number): String(number)
        case .names(let names): names.isEmpty ? "none" : names.joined(separator: ", ")
        case .userInfo(let userInfo):
            userInfo.isEmpty
                ? "none" : userInfo.entries.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
        case .indexElements(let elements): elements.map(\.summary).joined(separator: ", ")
        case .fetchRequest(let request):
            [request.entityName, request.predicateString].compactMap { $0 }.joined(separator: " where ")
        }
    }
}

extension ModelSettingValue {
    /// No value instead of a value that means the same: no, or an empty text.
    var orNone: ModelSettingValue { self == .flag(false) || self == .text("") ? .none : self }

    /// Yes instead of no value, for a flag that means yes if it is missing.
    var orYes: ModelSettingValue { self == .none ? .flag(true) : self }

    /// Whether another fetch of a fetched property has the same meaning.
    func isSameFetch(as other: ModelSettingValue) -> Bool {
        guard case .fetchRequest(let left) = self, case .fetchRequest(let right) = other else { return false }
        return FetchRequestTemplate.fields.allSatisfy { $0.setting.isSame($0.read(left), $0.read(right)) }
    }
}

extension FetchIndex.Element {
    fileprivate var summary: String {
        let facts = [kind == .rTree ? "R-tree" : nil, order == .descending ? "descending" : nil].compactMap { $0 }
        let column = propertyName ?? expression ?? ""
        return facts.isEmpty ? column : "\(column) (\(facts.joined(separator: ", ")))"
    }
}
