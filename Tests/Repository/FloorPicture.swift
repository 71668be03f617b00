/// A picture of the floors, the highest on top: a band for each, with a box for each of its targets.
struct FloorPicture {
    private static let width = 1180
    private static let colors = [
        "#eef2f7", "#f3f4ec", "#fdf3e1", "#e8f3ec", "#ece9f7", "#e6f2f8", "#f9ecec", "#eef2f7", "#f3f4ec",
    ]

    let text: String

    init(_ floors: [Floors.Floor]) {
        var bands = ""
        var top = 10
        for (place, floor) in floors.enumerated().reversed() {
            var boxes = ""
            let (left, right) = (236, Self.width - 22)
            var (x, y) = (left, top + 12)
            for target in floor.targets {
                let width = Self.boxWidth(target)
                if x + width > right, x > left { (x, y) = (left, y + 54) }
                boxes += """
                    <rect x="\(x)" y="\(y)" width="\(width)" height="46" rx="6" class="box"/>
                    <text x="\(x + 10)" y="\(y + 19)" class="name">\(Self.escaped(target.name))</text>
                    <text x="\(x + 10)" y="\(y + 36)" class="text">\(Self.escaped(target.purpose))</text>

                    """
                x += width + 8
            }
            let lines = Self.lines(floor.purpose, width: 34)
            let height = max(y + 58 - top, 44 + lines.count * 15)
            bands += """
                <rect x="10" y="\(top)" width="\(Self.width - 20)" height="\(height)" rx="10" \
                fill="\(Self.colors[place % Self.colors.count])"/>
                <text x="26" y="\(top + 27)" class="floor">\(Self.escaped(floor.name))</text>

                """
            for (number, line) in lines.enumerated() {
                bands += "<text x=\"26\" y=\"\(top + 46 + number * 15)\" class=\"text\">\(Self.escaped(line))</text>\n"
            }
            bands += boxes
            top += height + 8
        }
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(top + 2)" width="\(Self.width)" \
            height="\(top + 2)" role="img" aria-label="The folders of Sources, the highest on top, and the targets in each">
            <style>
            text { font-family: -apple-system, "Segoe UI", "Helvetica Neue", Helvetica, Arial, sans-serif; fill: #1d2530; }
            .floor { font-size: 15px; font-weight: 600; }
            .name { font-size: 13px; font-weight: 600; }
            .text { font-size: 11.5px; fill: #4a5568; }
            .box { fill: #ffffff; stroke: #8a94a6; }
            </style>
            <rect width="\(Self.width)" height="\(top + 2)" rx="12" fill="#ffffff"/>
            \(bands)</svg>

            """
    }

    /// Wide enough for name and purpose in the fonts of the picture, whose letters are at most this wide on average.
    private static func boxWidth(_ target: Floors.Target) -> Int {
        20 + max(target.name.count * 17 / 2, target.purpose.count * 34 / 5)
    }

    private static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("`", with: "").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
