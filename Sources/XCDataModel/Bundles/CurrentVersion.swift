/// The property list `.xccurrentversion`, which names a bundle's current version.
enum CurrentVersion {
    /// The name of the current version's folder, or nil where the list does not say.
    static func name(in bytes: [UInt8]) throws(XMLFailure) -> String? {
        let document = try XMLParser(documentType: .named).parse(bytes)
        guard let dictionary = document.root.children.first(where: { $0.name == "dict" }) else { return nil }
        var isNext = false
        for element in dictionary.children {
            if isNext, element.name == "string" { return element.text }
            isNext = element.name == "key" && element.text == "_XCCurrentVersionName"
        }
        return nil
    }
}
