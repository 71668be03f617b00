/// The names of a model's files.
///
/// The build tool plugin must know the name before the tool runs, but cannot link this module. The plugin also contains
/// this file, which therefore depends on no other file.
enum ModelFileName {
    /// The model's name as an identifier. Characters that are not letters or digits separate words, which are joined in
    /// camel case. It is never empty.
    static func stem(ofModelNamed name: String) -> String {
        let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
        if joined.isEmpty { return "model" }
        return joined.first?.isNumber == true ? "_\(joined)" : joined
    }
}
