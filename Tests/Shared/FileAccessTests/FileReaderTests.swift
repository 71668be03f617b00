import FileAccess
import Foundation
import TestSupport
import Testing

/// What is no file is not read, and the reason says what it is.
@Suite struct FileReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func reason(for name: String, maximumSizeBytes: Int = .max) -> String? {
        do {
            _ = try FileReader.contents(of: folder.path(name), maximumSizeBytes: maximumSizeBytes)
            return nil
        } catch {
            return error.reason
        }
    }

    private func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: destination)
    }

    @Test("Symbolic links are followed")
    func linksAreFollowed() throws {
        try folder.write("text", to: "file")
        try link("link", to: "file")
        #expect(try FileReader.contents(of: folder.path("link")) == Array("text".utf8))
    }

    @Test("A file whose size is unknown is read to its end")
    func filesWhoseSizeSaysNothingAreReadToTheEnd() throws {
        try #require(FileManager.default.fileExists(atPath: "/proc/self/status"), "only Linux has such files")
        #expect(try FileReader.contents(of: "/proc/self/status").count > 100)
    }

    @Test("A pipe that is already open is read by the path of its descriptor, as a shell names it")
    func openPipes() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        #expect(write(ends[1], "text", 4) == 4)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try FileReader.contents(of: "/dev/fd/\(ends[0])") == Array("text".utf8))
    }

    @Test("The error for an unreadable path says what is there")
    func reasons() throws {
        try folder.createFolder("folder")
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        try link("circle", to: "circle")
        try link("nowhere", to: "none")
        try folder.write("four", to: "file")
        #expect(reason(for: "none") == "no such file or directory")
        #expect(reason(for: "folder") == "it is a folder")
        #expect(reason(for: "pipe") == "it is a pipe, not a file")
        #expect(reason(for: "circle") == "too many levels of symbolic links")
        #expect(reason(for: "nowhere") == "it is a broken link")
        #expect(reason(for: "file/below") == "not a directory")
        #expect(reason(for: "file", maximumSizeBytes: 3) == "it is larger than 3 bytes")
        #expect(reason(for: "file", maximumSizeBytes: 4) == nil)
    }
}
