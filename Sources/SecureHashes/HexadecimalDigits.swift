extension [UInt8] {
    /// Two hexadecimal digits a byte, in lower case.
    package var hexadecimalDigits: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
