public import FileAccess
import Foundation
import ModelCodegen

/// A folder with the diagnostics and the hashes of the files that the last run generated for each model. You can remove
/// it at any time.
///
/// It records only which diagnostics and file hashes result from which inputs. Each run checks on disk whether those
/// files exist, so a missing, damaged, or read-only cache only costs time.
///
/// ```swift
/// let cache = GenerationCache(folder: "\(folder)/.cache", toolIdentity: "1.0")
/// let models = try run.check(cache: cache)  // Only those that have changed since the last run
/// let later = try GenerationRun.plans(for: models, policy: OutputPolicy(), cache: cache)
/// ```
public struct GenerationCache: Sendable {
    private let folder: String
    /// A value that differs between builds of the tool. It is part of every fingerprint.
    public let toolIdentity: String
    private let files: any FileSystem

    /// - Parameter folder: An absolute path. The cache creates the folder when it first remembers a result.
    public init(folder: String, toolIdentity: String, files: any FileSystem = LocalFileSystem()) {
        self.folder = folder
        self.toolIdentity = toolIdentity
        self.files = files
    }

    /// The output of some inputs, with files without their text; nil if it is not known.
    ///
    /// - Parameters:
    ///   - model: The name of the model's bundle.
    ///   - path: The path of the model.
    ///   - outputPath: The folder for the output. The cache remembers one run for each model and folder.
    ///   - fingerprint: The checksum of the inputs.
    package func output(
        of model: String, at path: String, in outputPath: String?, for fingerprint: Checksum
    ) -> ModelOutput? {
        guard case .file(let bytes)? = try? files.entry(at: file(of: path, in: outputPath)),
            var lines = Self.undamagedLines(bytes)?.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false),
            lines.popLast()?.isEmpty == true, lines.first?.elementsEqual(fingerprint.digits) == true
        else { return nil }
        var output = ModelOutput(model: model, path: path, files: [])
        var remembered = RememberedDiagnostics()
        for line in lines.dropFirst() {
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            let texts = fields.map { String(decoding: $0, as: UTF8.self) }
            if fields.count == 4, let role = GeneratedFile.Role(rawValue: texts[0]),
                let hash = ContentHash(digits: fields[1])
            {
                output.files.append(GeneratedFile(name: texts[3], role: role, hash: hash, checksum: Checksum(texts[2])))
            } else if !remembered.read(texts) {
                return nil
            }
        }
        output.diagnostics = remembered.diagnostics
        return output
    }

    /// Remembers the output of some inputs in a folder.
    package func store(_ output: ModelOutput, in outputPath: String?, for fingerprint: Checksum) {
        let lines =
            RememberedDiagnostics.lines(for: output.diagnostics)
            + output.files.map { file in
                let checksum = file.checksum.map { String(decoding: $0.digits, as: UTF8.self) }
                return "\(file.role.rawValue)\t\(file.hash)\t\(checksum ?? "")\t\(file.name)"
            }
        let text = fingerprint.digits + Array((["\n"] + lines.map { $0 + "\n" }).joined().utf8)
        let path = file(of: output.path, in: outputPath)
        // A result that cannot be remembered is computed again.
        if (try? files.entry(at: folder)) == .missing { try? createFolder(folder) }
        let temporary = TemporaryName.beside(path)
        do throws(FileError) {
            try files.create(temporary, containing: Checksum(of: text).digits + text, like: nil)
            try files.rename(temporary, to: path)
        } catch {
            try? files.remove(temporary)
        }
    }

    /// The lines of an entry, which starts with their checksum; nil if it is damaged.
    private static func undamagedLines(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let lines = bytes.dropFirst(Checksum.digitCount)
        let checksum = bytes.withUnsafeBytes { bytes in
            Checksum(of: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Checksum.digitCount)))
        }
        return bytes.starts(with: checksum.digits) ? lines : nil
    }

    private func createFolder(_ folder: String) throws(FileError) {
        let parent = "/" + folder.split(separator: "/").dropLast().joined(separator: "/")
        if parent != "/", try files.entry(at: parent + "/.") == .missing { try createFolder(parent) }
        try files.createFolder(folder)
    }

    private func file(of path: String, in outputPath: String?) -> String {
        "\(folder)/\(ContentHash(of: "\(path)\n\(outputPath ?? "")"))"
    }
}

extension GenerationCache {
    /// The cache of the current user; nil if there is no place for it.
    package static var ofCurrentUser: GenerationCache? {
        guard let folder, let toolIdentity else { return nil }
        return GenerationCache(folder: folder, toolIdentity: toolIdentity)
    }

    /// Source: the XDG Base Directory Specification; on Apple platforms, the system's folder for caches.
    private static var folder: String? {
        if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/modelgen" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        #if canImport(Darwin)
            return home + "/Library/Caches/modelgen"
        #else
            return home + "/.cache/modelgen"
        #endif
    }

    /// A variable of the environment, without reading the others.
    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The path of the tool with its date and size. Building the tool again changes one of them.
    private static var toolIdentity: String? {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            guard let path = Bundle.main.executablePath else { return nil }
        #endif
        return FileStamp(path)?.text
    }
}
