package import FileAccess
import Foundation
import ModelDiagnostics
import ModelSchema
import StructuredText
import XCDataModel

/// Creates bundles and versions. The editor replaces no existing file except the list with the current version.
package struct ModelBundleEditor: Sendable {
    /// An invalid name of a version or a model.
    package struct InvalidNameError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason, as a clause.
        package var description: String
    }

    /// The path of the bundle.
    package let path: String

    /// Creates an editor of the existing or new bundle at a path.
    package init(path: String) { self.path = path }

    /// Creates the bundle with one empty version. If it fails, the method removes what it has created.
    ///
    /// - Throws: ``InvalidNameError``, or `FileError` if the bundle already exists or cannot be written.
    package func make(named name: String) throws {
        try Self.check(name)
        try Self.checkNeighbours(of: path)
        var problems: [Diagnostic] = []
        let contents = XCDataModelWriter().write(Model(name: name), into: &problems) ?? []
        try LocalFileSystem().createFolder(path)
        do {
            try addVersion(named: name, containing: contents, isCurrent: true)
        } catch {
            try? LocalFileSystem().removeFolder(path)
            throw error
        }
    }

    /// Adds a version with the bytes of its file. If it fails, the method removes what it has created. A crash leaves
    /// no part of the version.
    ///
    /// - Parameters:
    ///   - isCurrent: Whether the new version becomes the current version.
    ///   - currentName: The current version before that, which the method records first in a bundle that does not, such
    ///     as one with a single version. After a crash, it is still the current one.
    /// - Throws: ``InvalidNameError``, or `FileError` if the version already exists or cannot be written.
    package func addVersion(
        named name: String, containing contents: [UInt8], isCurrent: Bool, currentName: String? = nil
    ) throws {
        try checkNewVersion(named: name)
        let folder = "\(path)/\(name).xcdatamodel"
        let fresh = TemporaryName.beside(folder)
        var created = fresh
        let recorded = FileReader.itemExists(at: listPath) ? nil : currentName
        do {
            if let recorded { try setCurrent(recorded) }
            try LocalFileSystem().createFolder(fresh)
            try LocalFileSystem().create(fresh + "/contents", containing: contents, like: nil)
            try LocalFileSystem().rename(fresh, to: folder)
            created = folder
            if isCurrent { try setCurrent(name) }
        } catch {
            // The first error matters more than an error of the cleanup.
            try? LocalFileSystem().remove(created + "/contents")
            try? LocalFileSystem().removeFolder(created)
            if recorded != nil { try? LocalFileSystem().remove(listPath) }
            throw error.path.hasPrefix(fresh) ? error.of(folder) : error
        }
    }

    /// Checks the name of a new version.
    ///
    /// - Throws: The errors of ``addVersion(named:containing:isCurrent:)``.
    package func checkNewVersion(named name: String) throws {
        try Self.check(name)
        try Self.checkNeighbours(of: "\(path)/\(name).xcdatamodel")
    }

    /// Makes a version the current version, in the format of the model editor, with the line ends of the file.
    ///
    /// - Throws: `FileError` if the file cannot be written.
    package func setCurrent(_ name: String) throws(FileError) {
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
        let original = try? FileReader.contents(of: listPath, maximumSizeBytes: CurrentVersion.maximumSizeBytes)
        try FileWriter.write(Array(text.utf8).withLineEnds(of: original ?? []), to: listPath)
    }

    private var listPath: String { path + "/.xccurrentversion" }

    /// Returns the next name for a version: `Shop 2` after `Shop`, `Model 118` after `Model 117`.
    ///
    /// - Parameter taken: The names of existing versions.
    package static func nextName(after name: String, taken: Set<String>) -> String {
        let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
        let stem = name.dropLast(digits)
        // A very long number is part of the name.
        var (prefix, number) = (String(stem), Int(name.suffix(digits)))
        if number == nil || digits > 9 || stem.isEmpty { (prefix, number) = (name + " ", 1) }
        var next = (number ?? 1) + 1
        while taken.contains("\(prefix)\(next)") { next += 1 }
        return "\(prefix)\(next)"
    }

    /// Leaves room for extensions and hidden files, because the name of a file has at most 255 bytes.
    private static let maximumNameSizeBytes = 200

    private static func check(_ name: String) throws(InvalidNameError) {
        let isPlain = name.unicodeScalars.allSatisfy { $0 != "/" && !$0.isControl }
        guard !name.isEmpty, isPlain else {
            throw InvalidNameError(description: "'\(name)' is not a valid name; use letters, digits, spaces, and dots")
        }
        guard !name.hasPrefix("."), !name.hasPrefix("-") else {
            throw InvalidNameError(description: "'\(name)' is not a valid name; start it with a letter or a digit")
        }
        guard name.utf8.count <= maximumNameSizeBytes else {
            throw InvalidNameError(
                description: "the name '\(name)' is too long; use at most \(maximumNameSizeBytes) bytes")
        }
        guard !name.hasSuffix(".xcdatamodel"), !name.hasSuffix(".xcdatamodeld") else {
            throw InvalidNameError(description: "'\(name)' is not a valid name; leave out the extension")
        }
    }

    /// Throws an error for a name that differs only in case from another folder, because some disks ignore case.
    private static func checkNeighbours(of path: String) throws(InvalidNameError) {
        let url = URL(filePath: path)
        let name = url.lastPathComponent
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        let others = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let other = others.sorted().first(where: { $0 != name && $0.lowercased() == name.lowercased() }) else {
            return
        }
        throw InvalidNameError(description: "'\(other)' already exists and differs from '\(name)' only in case")
    }
}
