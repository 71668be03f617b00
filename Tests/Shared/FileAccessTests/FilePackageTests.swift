import FileAccess
import Foundation
import TestSupport
import Testing

/// Folders that are one file to people.
struct FilePackageTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("Shop.xcdatamodeld")
    }

    private var names: [String] {
        get throws { try folder.names() }
    }

    @Test("A package gets its name when it is complete")
    func creation() throws {
        try FilePackage.make(at: path) { fresh in
            #expect(try names == [URL(filePath: fresh).lastPathComponent])
            try LocalFileSystem().createFolder(fresh + "/Shop.xcdatamodel")
            try FileWriter.write(Array("model".utf8), to: fresh + "/Shop.xcdatamodel/contents")
        }
        #expect(try names == ["Shop.xcdatamodeld"])
        #expect(try FileReader.contents(of: path + "/Shop.xcdatamodel/contents") == Array("model".utf8))
    }

    @Test("A package that cannot be filled leaves nothing, and its error names it")
    func failure() throws {
        let error = #expect(throws: FileError.self) {
            try FilePackage.make(at: path) { fresh in
                try FileWriter.write(Array("model".utf8), to: fresh + "/contents")
                try LocalFileSystem().createFolder(fresh)
            }
        }
        #expect(error == FileError(path: path, operation: "written", reason: "file exists"))
        #expect(throws: CancellationError.self) { try FilePackage.make(at: path) { _ in throw CancellationError() } }
        #expect(try names == [])
    }

    @Test("A package replaces nothing that has its name, not even since it was begun", arguments: [false, true])
    func existing(isFile: Bool) throws {
        #expect(throws: FileError.self) {
            try FilePackage.make(at: path) { fresh in
                try FileWriter.write(Array("model".utf8), to: fresh + "/contents")
                if isFile {
                    try folder.write("mine", to: "Shop.xcdatamodeld")
                } else {
                    try folder.write("mine", to: "Shop.xcdatamodeld/contents")
                }
            }
        }
        #expect(try names == ["Shop.xcdatamodeld"])
        #expect(try FileReader.contents(of: isFile ? path : path + "/contents") == Array("mine".utf8))
    }
}
