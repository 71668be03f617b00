import FileAccess
public import ModelDiagnostics

/// What is generated from one model: all of it, or what belongs in one folder.
///
/// ```swift
/// let output = ModelOutput(
///     model: "Library.xcdatamodeld", path: "Models/Library.xcdatamodeld", files: [file])
/// ```
public struct ModelOutput: Sendable, Hashable {
    /// The name of the model's bundle, which is its name in the manifest.
    public var model: String
    /// The path of the model, for messages.
    public var path: String
    /// The diagnostics of the model, in the order in which they were reported.
    public var diagnostics: [LocatedDiagnostic]
    /// The files, in any order.
    public var files: [OutputFile]

    /// Creates the output of a model, by default without diagnostics.
    public init(model: String, path: String, diagnostics: [LocatedDiagnostic] = [], files: [OutputFile]) {
        self.model = model
        self.path = path
        self.diagnostics = diagnostics
        self.files = files
    }

    /// The files that are not for people to edit.
    var ownFiles: [OutputFile] { files.filter { $0.role != .customCode } }
}

/// A file that should be in a folder.
///
/// ```swift
/// let file = OutputFile(name: "Book+Generated.swift", text: "class Book {}\n")
/// ```
public struct OutputFile: Sendable, Hashable {
    /// The purpose of a file.
    public enum Role: String, Sendable, Hashable, CaseIterable {
        /// Code of the model.
        case code
        /// A file that is written only if it does not exist, and that people then edit.
        case customCode
        /// A test of the code.
        case test
    }

    /// The name of the file, without a folder.
    public var name: String
    /// The purpose of the file.
    public var role: Role
    /// The hash of the bytes.
    public let hash: ContentHash
    /// A checksum of the same bytes, which takes less time to compute; nil if it is not known.
    let checksum: Checksum?
    /// The text; nil if only its hash is known.
    public var text: String?
    /// A line of a frozen file: an existing file that contains it stays as it is; nil for a file that is not frozen.
    package var frozenMark: String?

    /// Creates a file with its text, in UTF-8.
    public init(name: String, role: Role = .code, text: String) {
        self.name = name
        self.role = role
        self.text = text
        let bytes = Array(text.utf8)
        hash = ContentHash(of: bytes)
        checksum = Checksum(of: bytes)
    }

    /// Creates a file without a text yet, with the hash from an earlier run.
    public init(name: String, role: Role = .code, hash: ContentHash) {
        self.init(name: name, role: role, hash: hash, checksum: nil)
    }

    /// Creates a file without a text yet, with the hash and the checksum from an earlier run.
    init(name: String, role: Role, hash: ContentHash, checksum: Checksum?) {
        self.name = name
        self.role = role
        self.hash = hash
        self.checksum = checksum
    }

    /// The hash of a file on disk, which most often has the expected contents.
    func hash(of bytes: [UInt8]) -> ContentHash { checksum == Checksum(of: bytes) ? hash : ContentHash(of: bytes) }
}

/// The conflicts between files with the same path.
enum OutputCollision {
    static func diagnostics(among outputs: [ModelOutput]) -> [LocatedDiagnostic] {
        var diagnostics: [LocatedDiagnostic] = []
        var modelPaths: [String: String] = [:]
        for output in outputs {
            if let other = modelPaths.updateValue(output.path, forKey: output.model) {
                diagnostics.append(.sameModelName(output.model, first: other, second: output.path))
            }
        }
        var sources: [String: String] = [:]
        for output in outputs {
            for file in output.files {
                // Many file systems ignore case.
                guard let other = sources.updateValue(output.path, forKey: file.name.lowercased()) else { continue }
                diagnostics.append(.sameFile(file.name, first: other, second: output.path))
            }
        }
        return diagnostics.sorted()
    }
}
