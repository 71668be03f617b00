import JSONStore
import StoreCommands
import Testing

/// The example in the doc comment of the program for stores.
@Suite struct DocumentationExampleTests {
    /// Stands for the stores of the reader's package.
    private typealias DictionaryStoreDescription = JSONStoreDescription

    /// Not called, because it ends the process. The package `OwnStore` runs such a program.
    private static func program() -> Never {
        // Example: StoreProgram
        // The file main.swift of a package whose stores are dictionaries.
        StoreProgram.main(named: "dictionary-store", adding: [DictionaryStoreDescription.self])
        // End
    }

    @Test("The example of a program for stores compiles")
    func aProgram() {
        let program: () -> Never = Self.program
        withExtendedLifetime(program) {}
    }
}
