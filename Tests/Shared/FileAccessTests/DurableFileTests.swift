import FileAccess
import Foundation
import TestSupport
import Testing

/// Files that are created with everything that a loss of power could take.
struct DurableFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let bytes = Array("value".utf8)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "value").path(percentEncoded: false)
    }

    private func create(
        _ operations: FileOperations = .system, permissions: FilePermissions? = nil
    ) throws {
        try bytes.withUnsafeBytes { try DurableFile.create(path, containing: $0, permissions: permissions, operations) }
    }

    @Test("A file has its bytes and permissions, and replaces none")
    func creation() throws {
        let model = folder.url.appending(path: "model").path(percentEncoded: false)
        #expect(FileManager.default.createFile(atPath: model, contents: nil, attributes: [.posixPermissions: 0o640]))
        try create(permissions: FileStamp(model)?.permissions)
        #expect(try FileReader.contents(of: path) == bytes)
        #expect(FileStamp(path)?.permissions.mode == 0o640)
        let error = #expect(throws: SystemError.self) {
            try Array("other".utf8).withUnsafeBytes { try DurableFile.create(path, containing: $0, permissions: nil) }
        }
        #expect(error?.code == EEXIST)
        #expect(try FileReader.contents(of: path) == bytes)
    }

    @Test(
        "A file that cannot be written whole, or kept, is not there",
        arguments: ["write", "synchronize", "close", "folder"])
    func failures(step: String) throws {
        var operations = FileOperations.system
        let failure = SystemError(ENOSPC, call: step)
        switch step {
        case "write": operations.write = { _, _, _ in throw failure }
        case "synchronize": operations.synchronize = { _ in throw failure }
        case "close":
            operations.close = { descriptor in
                try FileOperations.system.close(descriptor)
                throw failure
            }
        default: operations.synchronizeFolder = { _ in throw failure }
        }
        let error = #expect(throws: SystemError.self) { try create(operations) }
        #expect(error == failure)
        #expect(!FileReader.itemExists(at: path))
        try create()
    }

    @Test("A folder is created with those in which it is, and an existing one stays as it is")
    func folders() throws {
        let inner = path + "/inner/innermost"
        try DurableFile.createFolder(inner, mode: 0o700)
        #expect(FileKind(at: inner) == .folder)
        try DurableFile.createFolder(inner, mode: 0o755)
        #expect(try FileManager.default.attributesOfItem(atPath: inner)[.posixPermissions] as? Int == 0o700)
        let file = folder.url.appending(path: "file").path(percentEncoded: false)
        try FileWriter.write(bytes, to: file)
        #expect(throws: SystemError.self) { try DurableFile.createFolder(file + "/below", mode: 0o700) }
    }
}
