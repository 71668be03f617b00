package import Foundation

extension URL {
    /// Creates a URL from its text; nil if the text is no URL, or if Foundation would write the URL as another text,
    /// such as with `%20` for a space. A store would then return another text than the one that it contains.
    package init?(exactly text: String) {
        guard let url = URL(storedText: text), url.absoluteString.utf8.elementsEqual(text.utf8) else { return nil }
        self = url
    }

    /// Creates a URL from the text that a store has for it; nil if the text is no URL. Unlike `init(string:)`, this
    /// also reads the text of an empty URL, which `URLComponents` and relative URLs can make.
    package init?(storedText text: String) {
        guard let url = text.isEmpty ? URLComponents().url : URL(string: text) else { return nil }
        self = url
    }
}
