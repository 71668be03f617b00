/// The meaning of the signs in a drawing.
struct DiagramLegend {
    /// A sign and its meaning.
    struct Item {
        /// What shows the sign.
        enum Example {
            /// Elements of SVG in an area of 48 × 16, and the class of their group.
            case drawing(String, style: String)
            case text(String)
        }

        let example: Example
        let meaning: String
    }

    static let items: [Item] = [
        line("any number (0..*)", #"<path class="sign" d="M35 8L48 2M35 8L48 14"/>"# + ring(at: 31)),
        line("at least one (1..*)", #"<path class="sign" d="M35 8L48 2M35 8L48 14M31 2L31 14"/>"#),
        line("one or none (0..1)", #"<path class="sign" d="M41 2L41 14"/>"# + ring(at: 34)),
        line("exactly one (1)", #"<path class="sign" d="M41 2L41 14M36 2L36 14"/>"#),
        line(
            "relationship without inverse, from the dot", #"<circle class="dot" cx="1" cy="8" r="4"/>"#,
            style: "one-sided"),
        Item(
            example: .drawing(
                #"<path class="stroke" d="M0 8H36"/><path class="triangle" d="M48 8L35 1L35 15Z"/>"#,
                style: "inheritance"),
            meaning: "child entity, to its parent"),
        Item(example: .text("Type?"), meaning: "optional"),
        Item(
            example: .drawing(#"<path class="unique" d="M38 8l5-5l5 5l-5 5Z"/>"#, style: ""),
            meaning: "in a uniqueness constraint"),
    ]

    private static func line(_ meaning: String, _ sign: String, style: String = "") -> Item {
        Item(example: .drawing(#"<path class="stroke" d="M0 8H48"/>"# + sign, style: style), meaning: meaning)
    }

    private static func ring(at x: Int) -> String { "<circle class=\"ring\" cx=\"\(x)\" cy=\"8\" r=\"4\"/>" }

    /// The entries of a definition list in HTML.
    static var htmlEntries: String {
        items.map { item in
            switch item.example {
            case .drawing(let elements, let style):
                let attribute = style.isEmpty ? "" : " class=\"\(style)\""
                return "<dt><svg\(attribute)>\(elements)</svg></dt><dd>\(item.meaning)</dd>\n"
            case .text(let text): return "<dt>\(text)</dt><dd>\(item.meaning)</dd>\n"
            }
        }.joined()
    }

    // MARK: In a picture

    static let columnWidth = 340.0
    private static let rowHeight = 22.0

    /// Returns the height of the items below each other, in as many columns as a width has room for.
    static func height(forWidth width: Double) -> Double {
        let count = columnCount(forWidth: width)
        return Double((items.count + count - 1) / count) * rowHeight
    }

    /// Returns the elements of the items, from the point 0, 0.
    static func elements(width: Double) -> String {
        let count = columnCount(forWidth: width)
        let groups = items.enumerated().map { index, item -> String in
            let x = Int(Double(index % count) * columnWidth)
            let y = Int(Double(index / count) * rowHeight)
            let (example, style) =
                switch item.example {
                case .drawing(let elements, let style): (elements, style)
                case .text(let text): ("<text class=\"example\" x=\"14\" y=\"12\">\(text)</text>", "")
                }
            let attribute = style.isEmpty ? "" : "class=\"\(style)\" "
            return "<g \(attribute)transform=\"translate(\(x) \(y))\">\(example)"
                + "<text class=\"meaning\" x=\"60\" y=\"12\">\(item.meaning)</text></g>\n"
        }
        return groups.joined()
    }

    private static func columnCount(forWidth width: Double) -> Int {
        min(items.count, max(1, Int(width / columnWidth)))
    }
}
