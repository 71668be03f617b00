package import FileAccess
import Foundation
import ModelDiagnostics
import ModelSchema
import StructuredText
import XCDataModel

/// Makes bundles and their versions. Files that are there are never replaced, but for the list that names the current
/// version.
package struct ModelBundleEditor: Sendable {
    /// A name that cannot be one of a version or a model.
    package struct InvalidName: Error, Sendable, Hashable, CustomStringConvertible {
        /// Why, as a clause.
        package var description: String
    }

    /// The path of the bundle.
    package let path: String

    /// An editor of the bundle at a path, which may not be there yet.
    package init(path: String) { self.path = path }

    /// Makes the bundle, with one version that holds nothing.
    ///
    /// - Throws: ``InvalidName``, or `FileFailure` if something already exists, or the disk refuses. What has been
    ///   made is removed again.
    package func make(named name: String) throws {
        try Self.check(name)
        try Self.checkNeighbours(of: path)
        var problems: [Diagnostic] = []
        let contents = XCDataModelWriter().write(Model(name: name), into: &problems) ?? []
        try Disk().makeFolder(path)
        do {
            try addVersion(named: name, holding: contents, isCurrent: true)
        } catch {
            try? Disk().removeFolder(path)
            throw error
        }
    }

    /// Adds a version with the bytes of a file.
    ///
    /// - Parameter isCurrent: Whether it becomes the current version; otherwise that stays what it is.
    /// - Throws: ``InvalidName``, or `FileFailure` if the version already exists, or the disk refuses. What has been
    ///   made is removed again.
    package func addVersion(named name: String, holding contents: [UInt8], isCurrent: Bool) throws {
        try checkNewVersion(named: name)
        let folder = "\(path)/\(name).xcdatamodel"
        try Disk().makeFolder(folder)
        let file = folder + "/contents"
        do {
            try Disk().create(file, holding: contents, like: nil)
            if isCurrent { try setCurrent(name) }
        } catch {
            // Why it failed is worth more than what is left of it.
            try? Disk().remove(file)
            try? Disk().removeFolder(folder)
            throw error
        }
    }

    /// Looks for what a new version could not be called so for.
    ///
    /// - Throws: As ``addVersion(named:holding:isCurrent:)`` does.
    package func checkNewVersion(named name: String) throws {
        try Self.check(name)
        try Self.checkNeighbours(of: "\(path)/\(name).xcdatamodel")
    }

    /// Makes a version the current one, in the form in which the model editor says so.
    ///
    /// - Throws: `FileFailure` if the disk refuses.
    package func setCurrent(_ name: String) throws(FileFailure) {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>_XCCurrentVersionName</key>
            \t<string>\(xmlText(name)).xcdatamodel</string>
            </dict>
            </plist>

            """
        try FileWriter.write(Array(text.utf8), to: path + "/.xccurrentversion")
    }

    /// The name that people would give the version after one: `Shop 2` after `Shop`, `Model 118` after `Model 117`.
    ///
    /// - Parameter taken: Names that are not free.
    package static func nextName(after name: String, taken: Set<String>) -> String {
        let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
        let stem = name.dropLast(digits)
        // A number of more digits than any count is part of the name.
        var (prefix, number) = (String(stem), Int(name.suffix(digits)))
        if number == nil || digits > 9 || stem.isEmpty { (prefix, number) = (name + " ", 1) }
        var next = (number ?? 1) + 1
        while taken.contains("\(prefix)\(next)") { next += 1 }
        return "\(prefix)\(next)"
    }

    private static func check(_ name: String) throws(InvalidName) {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar != "/"
                && ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        guard !name.isEmpty, !name.hasPrefix("."), !name.hasPrefix("-"), isPlain, name.utf8.count <= 200 else {
            throw InvalidName(description: "'\(name)' is not a valid name; use letters, digits, spaces, and dots")
        }
        guard !name.hasSuffix(".xcdatamodel"), !name.hasSuffix(".xcdatamodeld") else {
            throw InvalidName(description: "'\(name)' is not a valid name; leave out the extension")
        }
    }

    /// Refuses what would be the same folder as another one where a disk does not tell small letters from large ones.
    private static func checkNeighbours(of path: String) throws(InvalidName) {
        let url = URL(filePath: path)
        let name = url.lastPathComponent
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        let others = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let other = others.sorted().first(where: { $0 != name && $0.lowercased() == name.lowercased() }) else {
            return
        }
        throw InvalidName(description: "'\(other)' already exists and differs from '\(name)' only in case")
    }
}
