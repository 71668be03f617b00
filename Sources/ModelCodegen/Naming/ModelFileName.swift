/// What the files of a model are called.
///
/// The build tool plugin has to know the name before the tool runs, and cannot link this module: it is built from this
/// file too, which therefore leans on nothing else.
enum ModelFileName {
    /// The model's name as an identifier: what is not a letter or digit separates words, which are joined in camel case.
    /// Never empty.
    static func stem(ofModelNamed name: String) -> String {
        let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
        if joined.isEmpty { return "model" }
        return joined.first?.isNumber == true ? "_\(joined)" : joined
    }
}
