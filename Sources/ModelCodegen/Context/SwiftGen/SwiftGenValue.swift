import ModelSchema

/// A value of user info as SwiftGen reads it: a number if possible, otherwise a flag if possible, otherwise a string.
enum SwiftGenValue: TemplateValue, Hashable {
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case text(String)

    static var templateType: TemplateType { .any }

    init(_ text: String) {
        if let integer = Int(text) {
            self = .integer(integer)
        } else if let number = Double(text) {
            self = .number(number)
        } else {
            switch text.lowercased() {
            case "yes", "true": self = .flag(true)
            case "no", "false": self = .flag(false)
            default: self = .text(text)
            }
        }
    }

    var rendered: RenderedValue? {
        switch self {
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .text(let text): .text(text)
        }
    }

    static func values(of userInfo: UserInfo) -> [String: SwiftGenValue] {
        Dictionary(userInfo.entries.map { ($0.key, SwiftGenValue($0.value)) }, uniquingKeysWith: { $1 })
    }
}
