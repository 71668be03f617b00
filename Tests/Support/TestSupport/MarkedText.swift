/// A text with marks such as `«1»` taken out, and the places where they stood.
struct MarkedText {
    struct Mark {
        /// The mark as it was written, with its quotation marks.
        var name: String
        /// From 1.
        var line: Int
        /// From 1, in Unicode scalars.
        var column: Int
    }

    private(set) var text = ""
    private(set) var marks: [Mark] = []

    init(_ marked: String) {
        var line = 1
        var column = 1
        var openMark: String?
        for scalar in marked.unicodeScalars {
            if let mark = openMark {
                openMark = mark + String(scalar)
                guard scalar == "»" else { continue }
                marks.append(Mark(name: mark + "»", line: line, column: column))
                openMark = nil
            } else if scalar == "«" {
                openMark = "«"
            } else {
                text.unicodeScalars.append(scalar)
                (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
            }
        }
    }
}
