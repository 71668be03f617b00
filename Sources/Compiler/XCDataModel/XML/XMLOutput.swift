/// Writes XML as the model editor does: one element on each line, indented by four spaces, without a final line feed.
struct XMLOutput {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isTagOpen = false
    private var holdsOnlyText = false

    /// Writes the mark that a file begins with, if any.
    mutating func byteOrderMark(_ mark: [UInt8]) { bytes += mark }

    mutating func declaration() { append(#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#) }

    /// Writes a remark of a document that was read, so that it cannot contain its own end.
    mutating func remark(_ remark: XMLRemark) {
        startLine()
        switch remark {
        case .comment(let text):
            append("<!--")
            append(text)
            append("-->")
        case .processingInstruction(let name, let data):
            append("<?")
            append(name)
            if !data.isEmpty {
                append(" ")
                append(data)
            }
            append("?>")
        }
    }

    mutating func startElement(_ name: String) {
        startLine()
        append("<")
        append(name)
        isTagOpen = true
        depth += 1
    }

    /// Adds an attribute to the current start tag.
    ///
    /// - Returns: Whether XML can contain the value. If not, the method does not write it.
    mutating func attribute(_ name: String, _ value: String) -> Bool {
        guard value.unicodeScalars.allSatisfy(\.isXMLCharacter) else { return false }
        append(" ")
        append(name)
        append("=\"")
        escape(value, isAttribute: true)
        append("\"")
        return true
    }

    /// Adds text from XML to the current element.
    mutating func text(_ text: String) {
        closeTag()
        holdsOnlyText = true
        escape(text, isAttribute: false)
    }

    private mutating func escape(_ text: String, isAttribute: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\"") where isAttribute: append("&quot;")
            // Unescaped in an attribute, a reader would replace them with spaces.
            case UInt8(ascii: "\t") where isAttribute: append("&#9;")
            case UInt8(ascii: "\n") where isAttribute: append("&#10;")
            case UInt8(ascii: "\r"): append("&#13;")
            default: bytes.append(byte)
            }
        }
    }

    mutating func endElement(_ name: String) {
        depth -= 1
        if isTagOpen {
            append("/>")
            isTagOpen = false
            return
        }
        if holdsOnlyText { holdsOnlyText = false } else { startLine() }
        append("</")
        append(name)
        append(">")
    }

    private mutating func closeTag() {
        guard isTagOpen else { return }
        append(">")
        isTagOpen = false
    }

    private mutating func startLine() {
        closeTag()
        holdsOnlyText = false
        append("\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 4))
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 can contain the character, escaped or not.
    fileprivate var isXMLCharacter: Bool {
        value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : [0x09, 0x0A, 0x0D].contains(value)
    }
}
