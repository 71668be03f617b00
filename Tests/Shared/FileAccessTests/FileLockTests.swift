import FileAccess
import Foundation
import TestSupport
import Testing

/// A lock on a file has one holder.
@Suite struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The error of taking a lock; nil if it can be taken, and is released again.
    private func failure(_ path: String) -> FileLockError? {
        do throws(FileLockError) {
            _ = try FileLock(path, withOwnerOf: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("A lock is held until it is released, and the error says by which process")
    func oneHolder() throws {
        let path = folder.path("lock")
        let lock = try FileLock(path, withOwnerOf: path)
        guard case .held(let holder)? = failure(path) else {
            Issue.record("the lock has been taken twice")
            return
        }
        #expect(holder == Int(getpid()))
        lock.release()
        #expect(failure(path) == nil)
        // The file stays, because another process could be using it.
        #expect(FileKind(ofEntryAt: path) == .regular)
    }

    @Test("A lock whose file was removed excludes nobody from a new one")
    func removedFile() throws {
        let path = folder.path("lock")
        let lock = try FileLock(path, withOwnerOf: path)
        try RegularFile.remove(path)
        let other = try FileLock(path, withOwnerOf: path)
        guard case .held? = failure(path) else {
            Issue.record("the new file is not locked")
            return
        }
        withExtendedLifetime((lock, other)) {}
    }

    @Test("What someone else has written under the name of a lock stays", arguments: ["mine", "{\"1\": 2}", "1 2"])
    func fileOfOthers(text: String) throws {
        let path = try folder.write(text, to: "lock")
        let lock = try FileLock(path, withOwnerOf: path)
        guard case .held? = failure(path) else {
            Issue.record("the file is not locked")
            return
        }
        lock.release()
        FileLock.removeFile(at: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("The file of a lock is removed", arguments: ["", "12345\n"])
    func removal(text: String) throws {
        let path = try folder.write(text, to: "lock")
        try FileLock(path, withOwnerOf: path).release()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "\(getpid())\n")
        FileLock.removeFile(at: path)
        #expect(FileKind(ofEntryAt: path) == nil)
    }

    @Test("A link in the place of a lock is not followed")
    func link() throws {
        let path = folder.path("lock")
        let target = try folder.write("mine", to: "target")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        guard case .unopened? = failure(path) else {
            Issue.record("the link has been followed")
            return
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
    }
}
