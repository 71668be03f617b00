import FileAccess
import Foundation
import ModelProjects
import TestSupport
import Testing

@Suite struct ModelLockTests {
    private static let contents = "Shop.xcdatamodeld/Shop.xcdatamodel/contents"
    private let folder: TemporaryFolder
    private var bundle: String { folder.path("Shop.xcdatamodeld") }
    private var file: String { folder.path(Self.contents) }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("before", to: Self.contents)
    }

    private var text: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

    @Test("A file that another program changes between reading and writing keeps the other bytes")
    func changedInBetween() throws {
        let failure = #expect(throws: FileError.self) {
            try ModelLock.withLock(ofModelAt: bundle) { lock in
                let original = try FileReader.contents(of: file)
                try folder.write("by another program", to: Self.contents)
                try lock.replace(original, with: Array("after".utf8), at: file)
            }
        }
        #expect(
            failure?.description
                == "'\(file)' cannot be written: another program has changed it since it was read; run the command again"
        )
        #expect(try text == "by another program")
        #expect(try folder.names(in: "Shop.xcdatamodeld/Shop.xcdatamodel") == ["contents"])
    }

    @Test("A file that another program removes between reading and writing stays removed")
    func removedInBetween() throws {
        #expect(throws: FileError.self) {
            try ModelLock.withLock(ofModelAt: bundle) { lock in
                let original = try FileReader.contents(of: file)
                try FileManager.default.removeItem(atPath: file)
                try lock.replace(original, with: Array("after".utf8), at: file)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("What a killed run has left in a model under a hidden name is removed, and nothing else")
    func remains() throws {
        let version = "Shop.xcdatamodeld/Shop.xcdatamodel"
        try folder.write("new", to: "Shop.xcdatamodeld/.modelgen-31tln12lsg5wm/contents")
        try folder.write("new", to: version + "/.modelgen-1z141z4")
        try folder.write("new", to: version + "/.modelgen-2zsmtxlbcrxcz")
        let others = [
            ".modelgen-manifest", ".modelgen-31tln12lsg5wm.txt", ".modelgen-zzzzzzzzzzzzzz", ".xccurrentversion",
        ]
        for name in others { try folder.write("mine", to: "Shop.xcdatamodeld/\(name)") }
        // A folder with something else in it is not what a killed command left.
        let foreign = ".modelgen-31tln12lsg5wn"
        try folder.write("mine", to: "Shop.xcdatamodeld/\(foreign)/notes.txt")
        try ModelLock.withLock(ofModelAt: file) { _ in }
        try folder.write("before", to: "Plain/contents")
        try folder.write("another command's", to: "Plain/.modelgen-31tln12lsg5wm")
        try ModelLock.withLock(ofModelAt: folder.path("Plain/contents")) { _ in }
        #expect(FileManager.default.fileExists(atPath: folder.path("Plain/.modelgen-31tln12lsg5wm")))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bundle).sorted()
                == (others + [foreign, "Shop.xcdatamodel"]).sorted())
        #expect(
            try folder.names(in: version)
                == [".modelgen-1z141z4", "contents"], "a short number is not a name of this tool")
        #expect(try text == "before")
    }

    @Test("An unchanged file is replaced")
    func unchanged() throws {
        try ModelLock.withLock(ofModelAt: bundle) {
            try $0.replace(Array("before".utf8), with: Array("after".utf8), at: file)
        }
        #expect(try text == "after")
    }

    @Test("Every path to a model waits for the same lock, for a limited time")
    func sameLock() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Link.xcdatamodeld"), withDestinationPath: "Shop.xcdatamodeld")
        let paths = [
            "Shop.xcdatamodeld", "Shop.xcdatamodeld/Shop.xcdatamodel", Self.contents,
            "Link.xcdatamodeld/Shop.xcdatamodel",
        ]
        for held in paths {
            try ModelLock.withLock(ofModelAt: folder.path(held)) { _ in
                for other in paths {
                    let failure = #expect(throws: FileError.self) {
                        try ModelLock.withLock(ofModelAt: folder.path(other), timeout: .milliseconds(20)) { _ in }
                    }
                    #expect(failure?.operation == "locked")
                    #expect(failure?.reason.hasPrefix("another process has been changing it for ") == true)
                }
            }
        }
        // The lock ends with the closure, and leaves nothing behind.
        for path in paths { try ModelLock.withLock(ofModelAt: folder.path(path), timeout: .zero) { _ in } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: bundle) == ["Shop.xcdatamodel"])
    }
}
