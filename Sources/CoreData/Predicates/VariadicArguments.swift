import Foundation

/// The arguments of a format in a list of C, such as that of `withVaList`.
///
/// Only the format says of which types the arguments are. C's own function prints them as text, one after the other,
/// because Swift can't read such a list on every platform. Objects are printed as their addresses.
struct VariadicArguments {
    private enum Kind {
        case object, text, signed, unsigned, real
    }

    private struct Placeholder {
        var kind: Kind
        /// The placeholder for C.
        var printed: String
    }

    private let placeholders: [Placeholder]

    /// Finds the placeholders of a format.
    init(format: String) {
        var found: [Placeholder] = []
        var quote: Character?
        var rest = format[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == "\\" { _ = rest.popFirst() }
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "%" {
                let length = rest.prefix { "hlqjzt".contains($0) }
                rest = rest[length.endIndex...]
                if let conversion = rest.popFirst(), let placeholder = Self.placeholder(String(length), conversion) {
                    found.append(placeholder)
                }
            }
        }
        placeholders = found
    }

    private static func placeholder(_ length: String, _ conversion: Character) -> Placeholder? {
        switch conversion {
        case "@", "K": Placeholder(kind: .object, printed: "%p")
        case "s": Placeholder(kind: .text, printed: "%p")
        case "d", "i", "D": Placeholder(kind: .signed, printed: "%\(length.replacing("q", with: "ll"))d")
        case "u", "o", "x", "X", "U": Placeholder(kind: .unsigned, printed: "%\(length.replacing("q", with: "ll"))u")
        case "c", "C": Placeholder(kind: .signed, printed: "%d")
        case "f", "F", "e", "E", "g", "G", "a", "A": Placeholder(kind: .real, printed: "%.17g")
        default: nil
        }
    }

    /// Returns the arguments.
    ///
    /// - Precondition: The list has an argument of the type of each placeholder.
    func values(in list: CVaListPointer) -> [Any?] {
        let separator = "\n"
        let format = placeholders.map(\.printed).joined(separator: separator)
        // No number or address is longer.
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: placeholders.count * 48 + 1) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            start.pointee = 0
            vsnprintf(start, buffer.count, format, list)
            return String(cString: start)
        }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return zip(placeholders, parts).map { Self.value($0.kind, $1) }
    }

    private static func value(_ kind: Kind, _ text: String) -> Any? {
        switch kind {
        case .object: pointer(text).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
        case .text: pointer(text).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        case .signed: Int64(text)
        case .unsigned: UInt64(text)
        case .real: Double(text)
        }
    }

    private static func pointer(_ text: String) -> UnsafeRawPointer? {
        UInt(text.dropFirst(2), radix: 16).flatMap { UnsafeRawPointer(bitPattern: $0) }
    }
}
