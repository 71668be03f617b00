import FileAccess

/// The property list `.xccurrentversion`, which names a bundle's current version.
package enum CurrentVersion {
    /// Returns the name of the current version's folder; nil if the list does not contain it.
    static func name(in bytes: [UInt8]) throws(XMLError) -> String? {
        let document = try XMLParser(documentType: .named).parse(bytes)
        guard let dictionary = document.root.children.first(where: { $0.name == "dict" }) else { return nil }
        var isNext = false
        for element in dictionary.children {
            if isNext, element.name == "string" { return element.text }
            isNext = element.name == "key" && element.text == "_XCCurrentVersionName"
        }
        return nil
    }

    /// Returns the name of the current version without the extension of its folder; nil if the list does not contain it
    /// or is unreadable.
    package static func versionName(in bytes: [UInt8]) -> String? {
        guard let folder = try? name(in: bytes), folder.hasSuffix(".xcdatamodel") else { return nil }
        return String(folder.dropLast(".xcdatamodel".count))
    }

    /// Returns the name of a bundle's current version. Returns nil if the list is missing or unreadable,
    /// or names no version.
    package static func versionName(ofBundleAt path: String) -> String? {
        (try? FileReader.contents(of: path + "/.xccurrentversion", maximumSizeBytes: maximumSizeBytes))
            .flatMap(versionName)
    }

    /// The maximum size of the list, which has a few hundred bytes.
    package static let maximumSizeBytes = 1 << 20
}
