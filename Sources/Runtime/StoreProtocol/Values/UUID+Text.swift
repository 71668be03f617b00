public import Foundation

// Foundation formats and parses identifiers with C's functions for text of any form, which takes twenty times as long.

extension UUID {
    /// The same as `uuidString`.
    @usableFromInline
    package var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: Self.textLength) { text in
                var place = 0
                for index in 0..<16 {
                    if Self.isBehindDash(index) {
                        text[place] = Self.dash
                        place += 1
                    }
                    text[place] = Self.digit(bytes[index] >> 4)
                    text[place + 1] = Self.digit(bytes[index] & 0xF)
                    place += 2
                }
                return Self.textLength
            }
        }
    }

    /// The same as `UUID(uuidString:)`.
    @usableFromInline
    package init?(text: String) {
        var text = text
        guard let identifier = text.withUTF8(Self.init(plain:)) ?? UUID(uuidString: text) else { return nil }
        self = identifier
    }

    /// Returns nil unless the text consists of 32 digits and four dashes in their places.
    private init?(plain text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.textLength else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isPlain = withUnsafeMutableBytes(of: &value) { bytes in
            var place = 0
            for index in 0..<16 {
                if Self.isBehindDash(index) {
                    guard text[place] == Self.dash else { return false }
                    place += 1
                }
                guard let high = Self.value(ofDigit: text[place]), let low = Self.value(ofDigit: text[place + 1])
                else { return false }
                bytes[index] = high << 4 | low
                place += 2
            }
            return true
        }
        guard isPlain else { return nil }
        self.init(uuid: value)
    }

    private static let textLength = 36
    private static let dash = UInt8(ascii: "-")

    private static func isBehindDash(_ index: Int) -> Bool { index == 4 || index == 6 || index == 8 || index == 10 }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
