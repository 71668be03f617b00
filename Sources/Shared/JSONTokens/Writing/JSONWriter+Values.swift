extension JSONWriter {
    /// Writes an integer with all its digits.
    package mutating func writeInteger(_ value: Int64) {
        append(upTo: 20 + DecimalDigits.slack) { target in
            var start = 0
            if value < 0 {
                target[0] = ASCII.minus
                start = 1
            }
            return start + DecimalDigits.write(value.magnitude, to: target, at: start)
        }
    }

    /// Writes a number with the fewest digits that read back as the same `Double`.
    ///
    /// Integral values keep a `.0`, which distinguishes them from integers, and zero its sign: `2.0`, `-0.0`, `1e+300`.
    /// A number that JSON lacks becomes a string: "NaN" (without its payload), "Infinity", or "-Infinity".
    package mutating func writeDouble(_ value: Double) {
        // From 2^53 on, integers are not exact, and the shortest text can be another number.
        // Converting back takes less time than `Int64(exactly:)`, which may call a function of the system.
        if value.magnitude < 0x1p53, case let integer = Int64(value), Double(integer) == value, integer != 0 {
            writeInteger(integer)
            writeRaw(".0")
        } else if let decimal = ShortestDecimal(value) {
            append(upTo: 24 + DecimalDigits.slack) { target in
                target[0] = ASCII.minus
                return decimal.write(to: target, at: value < 0 ? 1 : 0)
            }
        } else {
            writeShortest(value)
        }
    }

    /// Writes a number with the fewest digits that `JSONScanner.readFloat` reads back as the same `Float`.
    package mutating func writeFloat(_ value: Float) { writeShortest(value) }

    /// Writes `true` or `false`.
    package mutating func writeBoolean(_ value: Bool) { writeRaw(value ? "true" : "false") }

    /// Writes `null`.
    package mutating func writeNull() { writeRaw("null") }

    /// Writes bytes as a string of padded Base64.
    package mutating func writeBase64(_ bytes: [UInt8]) {
        let encodedCount = Base64.encodedCount(of: bytes.count)
        append(upTo: encodedCount + 2) { target in
            target[0] = ASCII.quote
            bytes.withUnsafeBytes { bytes in
                Base64.encode(bytes, into: UnsafeMutableRawBufferPointer(rebasing: target[1..<encodedCount + 1]))
            }
            target[encodedCount + 1] = ASCII.quote
            return encodedCount + 2
        }
    }

    /// Writes an instant, in seconds since 2001-01-01 00:00 UTC, as the string of `DateText`.
    package mutating func writeDate(_ interval: Double) {
        writeRaw("\"")
        writeDateText(interval)
        writeRaw("\"")
    }

    /// `description` is the shortest text that reads back as the same value, and JSON's grammar includes its forms.
    private mutating func writeShortest(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        guard value.isFinite else {
            writeRaw(value.isNaN ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
            return
        }
        var text = value.description
        text.withUTF8 { writeRaw(UnsafeRawBufferPointer($0)) }
    }
}
