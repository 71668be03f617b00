/// Whether a character is neither a control character nor one that changes the direction of the text around it.
package func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
    default: true
    }
}
