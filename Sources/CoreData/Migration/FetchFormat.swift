import Foundation
import MappingModels

/// The format `FETCH(request, context, countOnly)`, with which mapping models in code name the older objects of an
/// entity, as those of Xcode do. Only the request has a meaning here: the context is that of the migration manager.
enum FetchFormat {
    /// The format of the request of a migration manager in a fetch; nil for any other format.
    static func request(in format: String) -> String? {
        let text = format.drop(while: \.isWhitespace)
        guard text.hasPrefix("FETCH"), text.contains(MappingSelector.sourceFetch),
            let open = text.firstIndex(of: "("), text[..<open].dropFirst("FETCH".count).allSatisfy(\.isWhitespace)
        else { return nil }
        let start = text.index(after: open)
        return end(ofArgumentIn: text[start...]).map { String(text[start..<$0]) }
    }

    /// Returns the place of the comma after the first argument; nil if there is none.
    private static func end(ofArgumentIn text: Substring) -> Substring.Index? {
        var depth = 0
        var quote: Character?
        var isEscaped = false
        for index in text.indices {
            let character = text[index]
            if let mark = quote {
                if !isEscaped, character == mark { quote = nil }
                isEscaped = !isEscaped && character == "\\"
                continue
            }
            switch character {
            case "'", "\"": quote = character
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0: return index
            default: break
            }
        }
        return nil
    }
}
