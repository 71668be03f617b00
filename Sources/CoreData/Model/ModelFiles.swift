import CompiledModels
import FileAccess
public import Foundation
public import ModelSchema
import Synchronization

/// Models from files that are not part of the program.
enum ModelFiles {
    private static let readers = Mutex<[String: @Sendable (URL) throws -> Model?]>([:])

    static func setReader(forExtension pathExtension: String, _ reader: (@Sendable (URL) throws -> Model?)?) {
        readers.withLock { $0[pathExtension] = reader }
    }

    /// Returns the model in a file; nil if the file does not exist or cannot be read.
    static func model(at url: URL) -> Model? {
        if let reader = readers.withLock({ $0[url.pathExtension] }) { return try? reader(url) }
        return switch url.pathExtension {
        case "mom": try? compiledModel(at: url)
        case "momd": try? currentModel(in: url)
        default: nil
        }
    }

    private static func compiledModel(at url: URL) throws -> Model {
        let name = url.deletingPathExtension().lastPathComponent
        // Only a file: a pipe would block, and a device can be endless.
        let bytes = try FileReader.contents(
            of: url.path(percentEncoded: false), maximumSizeBytes: CompiledModel.maximumSizeBytes)
        return try CompiledModel(archive: bytes, name: name).model
    }

    private static func currentModel(in folder: URL) throws -> Model? {
        let bundle = try CompiledModelBundle(folder: folder)
        let current = bundle.versions.first { $0.name == bundle.currentVersionName } ?? bundle.versions.last
        return try current.map { try bundle.model(of: $0).model }
    }
}

extension NSManagedObjectModel {
    /// Sets how ``init(contentsOf:)`` reads models from files with an extension, such as `xcdatamodeld` in a program
    /// with the library ModelCompiler, which reads them. Apple's framework does not have this method.
    ///
    /// - Parameters:
    ///   - pathExtension: The extension, without a dot.
    ///   - reader: A closure that reads the model of a file; nil to stop reading such files.
    public static func setReader(
        forFilesWithExtension pathExtension: String, _ reader: (@Sendable (URL) throws -> Model?)?
    ) {
        ModelFiles.setReader(forExtension: pathExtension, reader)
    }
}
