import JSONTokens

extension RowTable {
    /// The whole table in a form.
    package func text(_ form: RowWriter.Form) -> String {
        var writer = RowWriter(form)
        return writer.text(of: self) + writer.end()
    }

    /// Comma-separated values, as ``text(_:)`` returns them.
    ///
    /// - Parameter isForSpreadsheets: Whether texts that spreadsheets would evaluate, such as `=1+1`, begin with an
    ///   apostrophe. An import reads it as a part of the text.
    package func csv(forSpreadsheets isForSpreadsheets: Bool) -> String {
        csvHeading(forSpreadsheets: isForSpreadsheets) + csvRows(forSpreadsheets: isForSpreadsheets)
    }

    func csvHeading(forSpreadsheets isForSpreadsheets: Bool = false) -> String {
        columnNames.map { $0.csvField(forSpreadsheets: isForSpreadsheets) }.joined(separator: ",") + "\r\n"
    }

    func csvRows(forSpreadsheets isForSpreadsheets: Bool = false) -> String {
        rows.reduce(into: "") { text, row in
            text +=
                row.map { $0 == .text("") ? "\"\"" : $0.text.csvField(forSpreadsheets: isForSpreadsheets) }
                .joined(separator: ",") + "\r\n"
        }
    }

    /// Each row as an object, without nil values, except those that an import needs.
    func objectTexts() -> [String] {
        var writer = JSONWriter()
        return rows.map { row in
            writer.removeAll()
            writer.writeObject(zip(columnNames, row).lazy.filter { $0.1 != .null }) { writer, member in
                writer.writeKey(member.0)
                writer.write(member.1)
            }
            return writer.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension RowValue {
    /// The value as JSON on one line.
    var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ value: RowValue) {
        switch value {
        case .null, .nilInsteadOfDefault: writeNull()
        case .boolean(let flag): writeBoolean(flag)
        case .integer(let number): writeInteger(number)
        case .real(let number): writeDouble(number)
        case .text(let text): writeString(text)
        case .list(let members): writeArray(members) { $0.write($1) }
        case .jsonText(let text):
            writeRaw("{")
            writeKey(RowValue.jsonKey)
            writeString(text)
            writeRaw("}")
        case .members(let members):
            writeObject(members.sorted { $0.key < $1.key }) { writer, member in
                writer.writeKey(member.key)
                writer.write(member.value)
            }
        }
    }
}

extension String {
    /// The text with an apostrophe before a character at which spreadsheets begin a formula. Numbers stay.
    private var spreadsheetText: String {
        // By scalars, because an equals sign with a combining mark is another character. The signs of full width are
        // signs for some of them.
        let signs = "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
        guard let first = unicodeScalars.first, signs.contains(first) else { return self }
        let isNumber = Double(self) != nil && utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        return isNumber ? self : "'" + self
    }

    fileprivate func csvField(forSpreadsheets isForSpreadsheets: Bool) -> String {
        // In some countries, a semicolon separates fields, and what is behind it could be a formula.
        isForSpreadsheets ? spreadsheetText.csvField(quotingSemicolons: true) : csvField(quotingSemicolons: false)
    }

    private func csvField(quotingSemicolons: Bool) -> String {
        let isQuoted = utf8.contains {
            $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D || quotingSemicolons && $0 == 0x3B
        }
        guard isQuoted else { return self }
        // By bytes, because a quote with a combining mark is another character.
        let escaped = utf8.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] }
        return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
    }
}
