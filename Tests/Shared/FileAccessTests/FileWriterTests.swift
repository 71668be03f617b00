import FileAccess
import Foundation
import TestSupport
import Testing

/// What is at a path keeps what it is; only what it holds changes.
@Suite struct FileWriterTests {
    private let folder: TemporaryFolder
    private let bytes = Array("new".utf8)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    private func status(_ name: String) -> stat {
        var status = stat()
        #expect(lstat(folder.path(name), &status) == 0)
        return status
    }

    private var names: [String] {
        get throws { try folder.names() }
    }

    private func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: destination)
    }

    @Test("A new file has the default permissions")
    func aNewFileHasTheModeOfAnyNewFile() throws {
        #expect(try FileWriter.write(bytes, to: folder.path("new")))
        try folder.write("other", to: "other")
        #expect(try text("new") == "new")
        #expect(status("new").st_mode == status("other").st_mode)
        #expect(try names == ["new", "other"])
    }

    @Test("A file that already has the bytes is not written")
    func aFileWithTheBytesIsNotTouched() throws {
        try folder.write("new", to: "file")
        let before = status("file")
        #expect(try !FileWriter.write(bytes, to: folder.path("file")))
        #expect(status("file").st_ino == before.st_ino)
    }

    @Test("The permissions of a file are kept")
    func theModeStays() throws {
        try folder.write("old", to: "file")
        #expect(chmod(folder.path("file"), 0o751) == 0)
        #expect(try FileWriter.write(bytes, to: folder.path("file")))
        #expect(try text("file") == "new")
        #expect(status("file").st_mode & 0o7777 == 0o751)
        #expect(try names == ["file"])
    }

    @Test("A file is replaced atomically")
    func aFileIsReplacedInOneStep() throws {
        try folder.write("old", to: "file")
        let reader = try FileHandle(forReadingFrom: folder.url.appending(path: "file"))
        try FileWriter.write(bytes, to: folder.path("file"))
        #expect(try reader.readToEnd() == Data("old".utf8))
    }

    @Test("Symbolic links are followed and kept")
    func linksAreFollowedAndStay() throws {
        try folder.write("old", to: "below/file")
        try link("below/near", to: "file")
        try link("far", to: "below/near")
        try FileWriter.write(bytes, to: folder.path("far"))
        #expect(try text("below/file") == "new")
        #expect(status("far").st_mode & S_IFMT == S_IFLNK)
        #expect(status("below/near").st_mode & S_IFMT == S_IFLNK)
        #expect(status("below/file").st_mode & S_IFMT == S_IFREG)
    }

    @Test("Writing through a broken link creates its target")
    func brokenLink() throws {
        try link("link", to: "file")
        try FileWriter.write(bytes, to: folder.path("link"))
        #expect(try text("file") == "new")
        #expect(status("link").st_mode & S_IFMT == S_IFLNK)
    }

    @Test("All hard links of a file have the new bytes")
    func allNamesOfAFileGetTheBytes() throws {
        for (old, name) in [("longer than the new text", "long"), ("", "short")] {
            try folder.write(old, to: name)
            try FileManager.default.linkItem(atPath: folder.path(name), toPath: folder.path("other-" + name))
            try FileWriter.write(bytes, to: folder.path(name))
            #expect(try text("other-" + name) == "new")
            #expect(status(name).st_ino == status("other-" + name).st_ino)
        }
    }

    @Test("A pipe is written into")
    func aPipeIsWrittenInto() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        // A reader that does not wait lets the writer go on.
        let descriptor = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK)
        let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try FileWriter.write(bytes, to: folder.path("pipe"))
        #expect(try reader.readToEnd() == Data(bytes))
        #expect(status("pipe").st_mode & S_IFMT == S_IFIFO)
    }

    @Test("A file descriptor of the process is written at its offset")
    func aStreamOfTheProcessGoesOnWhereItWas() throws {
        try folder.write("old ", to: "file")
        let handle = try FileHandle(forUpdating: folder.url.appending(path: "file"))
        try handle.seekToEnd()
        for path in ["/dev/fd/", "/proc/self/fd/"] {
            try FileWriter.write(bytes, to: "\(path)\(handle.fileDescriptor)")
        }
        try link("link", to: "/dev/fd/\(handle.fileDescriptor)")
        try FileWriter.write(bytes, to: folder.path("link"))
        #expect(try text("file") == "old newnewnew")
    }

    @Test("A file with the extension new is not used as temporary file")
    func filesOfTheUser() throws {
        try folder.write("mine", to: "file.new")
        try folder.write("old", to: "file")
        try FileWriter.write(bytes, to: folder.path("file"))
        #expect(try text("file.new") == "mine")
        #expect(try names == ["file", "file.new"])
    }

    @Test("Only a folder that does not exist is called missing")
    func folders() throws {
        try folder.createFolder("folder")
        try folder.write("", to: "file")
        try link("circle", to: "circle")
        try link("none", to: "dangling")
        try FileWriter.requireFolder(of: folder.path("folder/new"))
        let name = String(repeating: "n", count: 300)
        let expected = [
            "none/new": "its folder does not exist", "dangling/new": "its folder does not exist",
            "file/new": "not a directory", "file/folder/new": "not a directory",
            "circle/new": "too many levels of symbolic links", "\(name)/new": "file name too long",
        ]
        for (name, reason) in expected {
            #expect(throws: FileError(path: folder.path(name), operation: "written", reason: reason)) {
                try FileWriter.requireFolder(of: folder.path(name))
            }
        }
    }

    @Test("A path that cannot be written is an error with the reason, and unchanged")
    func whatCannotBeWrittenSaysWhyAndStays() throws {
        try folder.createFolder("folder")
        try link("circle", to: "circle")
        let expected = [
            "folder": "it is a folder", "circle": "too many levels of symbolic links",
            "none/file": "its folder does not exist", "none/": "no such file or directory",
            "circle/file": "too many levels of symbolic links",
        ]
        for (name, reason) in expected {
            #expect(throws: FileError(path: folder.path("") + name, operation: "written", reason: reason)) {
                try FileWriter.write(bytes, to: folder.path("") + name)
            }
        }
        #expect(try names == ["circle", "folder"])
    }
}
