import FileAccess
import Foundation
import TestSupport
import Testing

/// Steps that remove or replace files leave everything else alone.
@Suite(.timeLimit(.minutes(1))) struct RegularFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ kind: SpecialFile) throws -> [String: String] {
        try kind.make(at: folder.path("entry"))
        try folder.write("new", to: "file")
        return try SpecialFile.appearance(of: folder.url)
    }

    /// The error of a step, whatever it is.
    private func failure(_ step: () throws -> Void) -> FileError? {
        do {
            try step()
            return nil
        } catch {
            return error as? FileError
        }
    }

    @Test("Removing a file removes nothing else", arguments: SpecialFile.makeable)
    func removing(_ kind: SpecialFile) throws {
        let before = try make(kind)
        let path = folder.path("entry")
        let expected = FileError(path: path, operation: "removed", reason: kind.reasonAsEntry)
        #expect(failure { try RegularFile.remove(path) } == expected)
        #expect(failure { try LocalFileSystem().remove(path) } == expected)
        #expect(try SpecialFile.appearance(of: folder.url) == before)
    }

    @Test("A file that gets another name replaces nothing but a file", arguments: SpecialFile.makeable)
    func renaming(_ kind: SpecialFile) throws {
        let before = try make(kind)
        let (file, path) = (folder.path("file"), folder.path("entry"))
        #expect(
            failure { try LocalFileSystem().rename(file, to: path) }
                == FileError(path: path, operation: "written", reason: kind.reasonAsEntry))
        #expect(
            failure { try RegularFile.move(file, to: path) }
                == FileError(path: path, operation: "written", reason: "file exists"))
        #expect(try SpecialFile.appearance(of: folder.url) == before)
    }

    @Test("The beginning of a file is read, and of nothing else", arguments: SpecialFile.makeable)
    func beginning(_ kind: SpecialFile) throws {
        let before = try make(kind)
        #expect(try RegularFile.beginning(of: folder.path("file"), maximumCount: 2) == Array("ne".utf8))
        #expect(try RegularFile.beginning(of: folder.path("file"), maximumCount: 9) == Array("new".utf8))
        let path = folder.path("entry")
        #expect(
            failure { _ = try RegularFile.beginning(of: path, maximumCount: 2) }
                == FileError(path: path, operation: "read", reason: kind.reason))
        #expect(try SpecialFile.appearance(of: folder.url) == before)
    }

    @Test("A second name is given only where nothing has it")
    func secondNames() throws {
        let (first, second) = (try folder.write("a", to: "a"), folder.path("b"))
        #expect(RegularFile.addName(second, to: first))
        #expect(FileStamp.areSameFile(first, second))
        try folder.write("c", to: "c")
        #expect(!RegularFile.addName(folder.path("c"), to: first))
        #expect(try String(contentsOfFile: folder.path("c"), encoding: .utf8) == "c")
    }

    @Test("Only links are removed as links, and only empty folders as empty ones")
    func linksAndFolders() throws {
        let (file, link) = (try folder.write("a", to: "a"), folder.path("link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        for path in [link, file, folder.path("missing")] { try SymbolicLink.remove(path) }
        #expect(try folder.names() == ["a"])
        try folder.write("b", to: "full/b")
        try folder.createFolder("empty")
        for name in ["full", "empty", "missing"] { SystemCall.removeEmptyFolder(folder.path(name)) }
        #expect(try folder.names() == ["a", "full"])
    }

    @Test("Files are removed, moved to unused names, and renamed onto others")
    func files() throws {
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        #expect(failure { try RegularFile.move(folder.path("a"), to: folder.path("b")) }?.reason == "file exists")
        try RegularFile.move(folder.path("a"), to: folder.path("c"))
        try LocalFileSystem().rename(folder.path("b"), to: folder.path("c"))
        #expect(try FileReader.contents(of: folder.path("c")) == Array("b".utf8))
        try RegularFile.remove(folder.path("c"))
        try RegularFile.remove(folder.path("c"))
        #expect(try SpecialFile.appearance(of: folder.url).isEmpty)
    }

    @Test("Links lead to the path that they name, from their own folder")
    func links() throws {
        try folder.createFolder("below")
        func link(_ name: String, to destination: String) throws {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: destination)
        }
        try link("far", to: "below/near")
        try link("below/near", to: "missing")
        try link("circle", to: "circle")
        let destination = { (name: String) in try SymbolicLink.destination(of: folder.path(name), toBe: "removed") }
        #expect(try destination("far") == folder.path("below/missing"))
        #expect(try destination("none") == folder.path("none"))
        #expect(failure { _ = try destination("circle") }?.reason == "too many levels of symbolic links")
    }

    @Test("A path goes up from the destination of a link, not from the folder of the link")
    func parents() throws {
        try folder.createFolder("below")
        try folder.createFolder("below/folder")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: "below/folder")
        let real = folder.url.resolvingSymlinksInPath().path(percentEncoded: false)
        let below = real.withoutSlashAtEnd + "/below"
        func resolved(_ path: String) -> String { SymbolicLink.resolvingParents(in: folder.path(path)) }
        #expect(resolved("link/../file") == below + "/file")
        #expect(resolved("link/.././file/") == below + "/./file/")
        #expect(resolved("link/..") == below)
        #expect(resolved("below/../link/../file") == below + "/file")
        for path in ["below/../file", "link/file", "missing/../file", "below/folder/../../file"] {
            #expect(resolved(path) == folder.path(path))
        }
        for path in ["../file", "..", ".", "", "file", "a..b"] {
            #expect(SymbolicLink.resolvingParents(in: path) == path)
        }
    }

    @Test(
        "A path loses the slashes at its end, and the root keeps its slash",
        arguments: [("a/b/", "a/b"), ("/a//", "/a"), ("a", "a"), ("/", "/"), ("//", "/"), ("", "")])
    func slashesAtTheEnd(_ path: String, _ expected: String) {
        #expect(path.withoutSlashAtEnd == expected)
    }
}
