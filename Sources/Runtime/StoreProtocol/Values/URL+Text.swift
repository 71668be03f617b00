package import Foundation

extension URL {
    /// Creates a URL from its text; nil if the text is no URL, or if Foundation would write the URL as another text,
    /// such as with `%20` for a space. A store would then return another text than the one that it contains.
    package init?(exactly text: String) {
        guard let url = URL(string: text), url.absoluteString.utf8.elementsEqual(text.utf8) else { return nil }
        self = url
    }
}
