/// Decides which names of a model can stand in Swift source.
enum SwiftIdentifier {
    /// Whether a name is an identifier, or a keyword that backquotes make one.
    ///
    /// Letters, digits and underscores after Unicode's rules for identifiers, beginning with a letter or an
    /// underscore. Swift accepts more, emoji among them; nothing outside this set reaches generated code.
    static func isValid(_ name: some StringProtocol) -> Bool {
        guard let first = name.unicodeScalars.first, name != "_" else { return false }
        guard first == "_" || first.properties.isXIDStart else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy(\.properties.isXIDContinue)
    }

    /// A name made of the letters and digits of another, or nil when nothing is left of it.
    static func nearest(to name: String) -> String? {
        var result = ""
        var startsWord = false
        for scalar in name.unicodeScalars {
            guard scalar.properties.isXIDContinue else {
                startsWord = !result.isEmpty
                continue
            }
            result += startsWord ? String(scalar).uppercased() : String(scalar)
            startsWord = false
        }
        if isValid(result) { return result }
        return isValid("_" + result) && !result.isEmpty ? "_" + result : nil
    }
}
