import FileAccess
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of files.
@Suite struct DocumentationExampleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("The examples of files write one, read it, and report one that does not exist")
    func files() throws {
        let path = folder.path("Library.md")
        do {
            // Example: FileWriter
            let hasChanged = try FileWriter.write(Array("# Library\n".utf8), to: path)
            if hasChanged { print("wrote \(path)") }
            // End
            #expect(hasChanged)
        }
        // Example: FileReader
        let bytes = try FileReader.contents(of: path, maximumSizeBytes: 1_000_000)
        let text = String(decoding: bytes, as: UTF8.self)
        // End
        #expect(text == "# Library\n")
        // Example: FileError
        do {
            _ = try FileReader.contents(of: "Missing.md")
        } catch {
            print(error)  // 'Missing.md' cannot be read: no such file or directory
        }
        // End
        let error = #expect(throws: FileError.self) { try FileReader.contents(of: "Missing.md") }
        #expect(error.map { "\($0)" } == "'Missing.md' cannot be read: no such file or directory")
        func size() throws -> Int? {
            // Example: FileEntry
            switch try LocalFileSystem().entry(at: path) {
            case .file(let bytes): return bytes.count
            case .missing, .folder, .link, .other: return nil
            }
            // End
        }
        #expect(try size() == bytes.count)
        // Example: FileSystem
        func removeFile(_ path: String, on disk: some FileSystem) throws(FileError) {
            if case .file = try disk.entry(at: path) { try disk.remove(path) }
        }
        // End
        try removeFile(path, on: LocalFileSystem())
        try removeFile(path, on: LocalFileSystem())
        #expect(try folder.names().isEmpty)
    }

    @Test("The examples of a disk and its lock give a file its name at once")
    func aDisk() throws {
        let (output, bytes) = (folder.path("Output"), Array("// Book\n".utf8))
        // Example: LocalFileSystem
        let disk = LocalFileSystem()
        try disk.createFolder(output)
        try disk.create("\(output)/Book.draft", containing: bytes, like: nil)
        // End
        // Example: FolderLock
        let lock = try disk.lock(output)  // Waits until no other process has it.
        try withExtendedLifetime(lock) {
            try disk.rename("\(output)/Book.draft", to: "\(output)/Book.swift")
        }
        // End
        #expect(try folder.names(in: "Output") == ["Book.swift"])
    }
}
