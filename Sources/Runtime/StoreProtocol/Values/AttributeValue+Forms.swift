import Foundation

extension AttributeValue {
    /// Whether no other value equals this one although its bytes differ, so that databases compare it as the engine
    /// does. Some equal values are also reported as false.
    package var hasOneForm: Bool {
        switch self {
        case .string(let text): text.hasOneForm
        case .uri(let url): url.absoluteString.hasOneForm
        case .double(let number): !number.isNaN
        case .float(let number): !number.isNaN
        case .date(let date): !date.timeIntervalSinceReferenceDate.isNaN
        case .decimal(let number): !number.isNaN
        default: true
        }
    }
}

extension String {
    /// Whether no other string is canonically equivalent to this one.
    ///
    /// Of the ASCII characters, only three are equivalent to others: `;` to U+037E, `K` to U+212A,
    /// and `` ` `` to U+1FEF.
    fileprivate var hasOneForm: Bool {
        utf8.allSatisfy {
            $0 < 0x80 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "K") && $0 != UInt8(ascii: "`")
        }
    }
}
