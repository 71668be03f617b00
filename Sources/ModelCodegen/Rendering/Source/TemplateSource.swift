/// The text of a template, and what to call it in messages.
struct TemplateSource: Sendable, Hashable {
    /// The name, without `.stencil`.
    let name: String
    /// What messages show: the path of a user's file, else the name with `.stencil`.
    let path: String
    let text: String
    private let lineStarts: [String.Index]

    init(name: String, path: String? = nil, text: String) {
        self.name = name
        self.path = path ?? name + ".stencil"
        self.text = text
        let feeds = text.utf8.indices.lazy.filter { text.utf8[$0] == UInt8(ascii: "\n") }
        lineStarts = [text.startIndex] + feeds.map { text.utf8.index(after: $0) }
    }

    /// Line and column of a place in the text, both from 1, columns in characters.
    func position(of index: String.Index) -> (line: Int, column: Int) {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        return (low + 1, text.distance(from: lineStarts[low], to: index) + 1)
    }
}
