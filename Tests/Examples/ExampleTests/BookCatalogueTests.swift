import Foundation
import TestSupport
import Testing

/// The catalogue that moves from a file of values into a store.
@Suite struct BookCatalogueTests {
    private let program: ExampleProgram

    init() throws {
        program = try ExampleProgram("bookcatalogue")
    }

    private static let titles = """
        1 1  A Study in Scarlet, Arthur Conan Doyle
        1 2  Anna Karenina, Leo Tolstoy
        1 3  Dead Souls, Nikolai Gogol
        1 4  Emma, Jane Austen
        1 5  Frankenstein, Mary Shelley
        1 6  Middlemarch, George Eliot
        1 7  The Left Hand of Darkness, Ursula K. Le Guin
        1 8  The Moonstone, Wilkie Collins
        1 9  The Time Machine, H. G. Wells
        1 10  Twenty Thousand Leagues Under the Seas, Jules Verne

        """

    @Test("The file is imported once, and books are sorted by title")
    func theFileIsImportedOnceAndSortedByTitle() throws {
        #expect(try program.output("list") == Self.titles)
        #expect(try program.storedObjectCount("Book") == 10)
        #expect(try program.output("list") == Self.titles)
        #expect(try program.storedObjectCount("Book") == 10)
    }

    @Test("Listing the file keeps its order and opens no store")
    func theFileKeepsItsOwnOrderAndOpensNoStore() throws {
        #expect(try program.output("list", "--file").hasPrefix("1 1  The Left Hand of Darkness, Ursula K. Le Guin\n"))
        #expect(!FileManager.default.fileExists(atPath: program.store.path(percentEncoded: false)))
    }

    @Test("An empty store shows an empty catalogue")
    func anEmptyStoreShowsAnEmptyCatalogue() throws {
        #expect(try program.output("list", "--empty") == "")
    }

    @Test("An existing store is not filled again")
    func aStoreThatWasThereIsNotFilledAgain() throws {
        let add = ["add", "Persuasion", "--author", "Jane Austen", "--genre", "Novel", "--year", "1817", "--empty"]
        #expect(try program.run(add).output == "Added Persuasion\n")
        #expect(try program.output("list") == "1 1  Persuasion, Jane Austen\n")
        #expect(
            try program.output("remove", "1", "1")
                == "Removed Persuasion; books in the list: 1 before, 0 now\n")
        #expect(try program.output("list") == "")
    }

    @Test("Each genre is a section")
    func aGenreIsASection() throws {
        let lines = try program.output("list", "--by-genre").split(separator: "\n")
        #expect(
            lines == [
                "Crime", "1 1  A Study in Scarlet, Arthur Conan Doyle", "1 2  The Moonstone, Wilkie Collins",
                "Novel", "2 1  Anna Karenina, Leo Tolstoy", "2 2  Dead Souls, Nikolai Gogol", "2 3  Emma, Jane Austen",
                "2 4  Middlemarch, George Eliot", "Science fiction", "3 1  Frankenstein, Mary Shelley",
                "3 2  The Left Hand of Darkness, Ursula K. Le Guin", "3 3  The Time Machine, H. G. Wells",
                "3 4  Twenty Thousand Leagues Under the Seas, Jules Verne",
            ])
    }

    @Test("A book is shown as a value")
    func aBookIsAValue() throws {
        let emma = #"{"author":"Jane Austen","genre":"Novel","title":"Emma","year":1815}"#
        #expect(try program.output("show", "1", "4") == emma + "\n")
        #expect(try program.run("show", "1", "11").errorOutput == "Error: There is no book at 1 11\n")
        #expect(try program.run("show", "2", "1").errorOutput == "Error: There is no book at 2 1\n")
    }

    @Test("A list without a delegate shows a change after another fetch")
    func listsWithoutADelegate() throws {
        #expect(
            try program.output("remove", "1", "4") == "Removed Emma; books in the list: 10 before, 9 now\n")
        #expect(
            try program.output("list") == """
                1 1  A Study in Scarlet, Arthur Conan Doyle
                1 2  Anna Karenina, Leo Tolstoy
                1 3  Dead Souls, Nikolai Gogol
                1 4  Frankenstein, Mary Shelley
                1 5  Middlemarch, George Eliot
                1 6  The Left Hand of Darkness, Ursula K. Le Guin
                1 7  The Moonstone, Wilkie Collins
                1 8  The Time Machine, H. G. Wells
                1 9  Twenty Thousand Leagues Under the Seas, Jules Verne

                """)
    }
}
