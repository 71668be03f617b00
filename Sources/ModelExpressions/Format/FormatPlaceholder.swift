/// The kind of argument that a placeholder accepts.
enum FormatPlaceholder {
    /// `%@`.
    case any
    /// `%K`.
    case keyPath
    /// `%d` and the like.
    case integer
    /// `%f` and the like.
    case real
    /// `%s`.
    case text

    /// Reads the characters after the percent sign.
    init?(specifier: String) {
        switch specifier {
        case "@": self = .any
        case "K": self = .keyPath
        case "d", "i", "u", "x", "X", "o", "c", "hd", "hu", "zd", "zu", "ld", "li", "lu", "lx": self = .integer
        case "lld", "lli", "llu", "llx": self = .integer
        case "f", "g", "e", "lf", "lg", "le": self = .real
        case "s": self = .text
        default: return nil
        }
    }
}
