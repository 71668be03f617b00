import GeneratedOutput
import ModelCodegen
import Testing

@Suite struct ManifestTests {
    private let hashes = [ContentHash(of: "a"), ContentHash(of: "b")]

    private func failure(_ text: String) -> Manifest.SyntaxError? {
        do throws(Manifest.SyntaxError) {
            _ = try Manifest(reading: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("The lines of a manifest are sorted")
    func linesAreSortedAndSayNothingElse() {
        let manifest = Manifest([
            .init(model: "Shop.xcdatamodeld", file: "B.swift", hash: hashes[1]),
            .init(model: "Shop.xcdatamodeld", file: "A.swift", hash: hashes[0]),
            .init(model: "Bank.xcdatamodeld", file: "C.swift", hash: hashes[0]),
        ])
        #expect(
            manifest.text == """
                # Files that modelgen generated in this folder. Commit this file with them.
                Bank.xcdatamodeld\tC.swift\t\(hashes[0])
                Shop.xcdatamodeld\tA.swift\t\(hashes[0])
                Shop.xcdatamodeld\tB.swift\t\(hashes[1])

                """)
    }

    @Test(
        "A manifest is read as it was written",
        arguments: ["Shop.xcdatamodeld", "A b\tc\nd%41é.xcdatamodeld", "# 100%", "<<<<<<< x", "======="])
    func whatIsWrittenIsRead(_ model: String) throws {
        let manifest = Manifest([.init(model: model, file: "A.swift", hash: hashes[0])])
        #expect(try Manifest(reading: Array(manifest.text.utf8)) == manifest)
    }

    @Test("Both sides of a merge conflict in a manifest are read")
    func bothSidesOfAMergeCount() throws {
        let text = """
            # A heading.
            <<<<<<< ours
            S\tA.swift\t\(hashes[0])
            =======
            S\tA.swift\t\(hashes[1])\r
            >>>>>>> theirs
            """
        let entries = try Manifest(reading: Array(text.utf8)).entries
        #expect(Set(entries.map(\.hash)) == Set(hashes))
    }

    @Test(
        "A file name in a manifest that is not a plain name is an error",
        arguments: [
            "../A.swift", "/etc/passwd", "a/b", "..", ".", "", ".gitignore", "a\\b", "a\u{1}b",
            String(repeating: "a", count: 256),
        ])
    func aNameThatIsNoFileOfTheFolderIsAFailure(_ name: String) {
        #expect(failure("# x\nS\t\(name)\t\(hashes[0])\n")?.line == 2)
    }

    @Test(
        "An incomplete or malformed line of a manifest is an error",
        arguments: ["S", "S\tA.swift", "S\tA.swift\tabc", "S\tA.swift\t\(ContentHash(of: "a"))\tmore"])
    func anotherLineIsAFailure(_ line: String) {
        #expect(failure(line)?.line == 1)
    }
}
