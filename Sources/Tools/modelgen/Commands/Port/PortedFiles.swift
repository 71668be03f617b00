import FileAccess
import Foundation
import ModelCompiler
import ModelDiagnostics

/// The Swift files that `modelgen port` reads.
struct PortedFiles {
    /// The absolute paths and the bytes, sorted by path.
    private(set) var files: [(path: String, bytes: [UInt8])] = []
    /// The files that are skipped, with the reasons.
    private(set) var diagnostics: [LocatedDiagnostic] = []

    /// Larger files are not written by people.
    private static let maximumSizeBytes = 8 * 1024 * 1024
    /// Folders of tools.
    private static let skippedFolders: Set<String> = ["Pods", "Carthage", "DerivedData", "node_modules"]
    /// Folders that programs treat as one file.
    private static let packageExtensions: Set<String> = [
        "xcdatamodeld", "xcdatamodel", "xcmappingmodel", "momd", "xcassets", "xcodeproj", "xcworkspace", "playground",
        "bundle", "framework", "xcframework",
    ]

    /// Reads files, and those in folders. Hidden folders and those of tools are skipped; links are never followed.
    ///
    /// - Throws: `FileError` if a specified path is neither a file nor a folder, or cannot be read.
    init(at paths: [String]) throws(FileError) {
        var found: Set<String> = []
        for path in paths {
            try FileReader.requirePresence(at: path)
            switch FileKind(ofEntryAt: path) {
            case .folder: try search(path, into: &found)
            case .regular, nil:
                guard path.hasSuffix(".swift") else {
                    throw FileError(path: path, operation: "read", reason: "it is not a Swift source")
                }
                found.insert(path)
            case .some(let kind): throw FileError(path: path, operation: "read", reason: kind.reasonAsEntry)
            }
        }
        for path in found.sorted() {
            guard FileReader.size(of: path).map({ $0 <= Self.maximumSizeBytes }) ?? true else {
                skip(path, "the file is larger than \(Self.maximumSizeBytes / 1024 / 1024) MB", "port it by hand")
                continue
            }
            switch try LocalFileSystem().entry(at: path) {
            case .file(let bytes): files.append((path, bytes))
            case .missing, .folder, .link, .other:
                throw FileError(path: path, operation: "read", reason: "it is not a regular file")
            }
        }
    }

    private mutating func search(_ folder: String, into found: inout Set<String>) throws(FileError) {
        // A list instead of recursion, whose depth would depend on the folders.
        var open = [folder]
        while let folder = open.popLast() {
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: folder)
            } catch {
                throw FileError(path: folder, operation: "read", reason: "its contents cannot be listed")
            }
            for name in names.sorted() where !name.hasPrefix(".") && !Self.skippedFolders.contains(name) {
                let path = folder + "/" + name
                let isSwift = name.hasSuffix(".swift")
                switch FileKind(ofEntryAt: path) {
                case .folder:
                    let fileExtension = URL(filePath: name).pathExtension
                    if !Self.packageExtensions.contains(fileExtension) { open.append(path) }
                case .regular where isSwift: found.insert(path)
                case .some(.link) where isSwift:
                    skip(path, FileKind.link.reasonAsEntry, "specify the file that it points to")
                case .some(let kind) where isSwift: skip(path, kind.reasonAsEntry, "specify a file")
                default: break
                }
            }
        }
    }

    private mutating func skip(_ path: String, _ reason: String, _ hint: String) {
        diagnostics.append(
            LocatedDiagnostic(
                .warning, DiagnosticRule.sourceUnreadable.code, "the source is skipped: \(reason)",
                at: SourcePosition(file: path), hint: hint))
    }
}
