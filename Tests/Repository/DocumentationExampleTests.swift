import Testing

/// The examples in doc comments compile, because tests contain them, and most of them run.
///
/// This covers the doc comments of all targets, and the pages whose examples have a mark,
/// `<!-- example: Cookbook.paging -->`. Those of other pages build on one another, and on the models of the reader.
@Suite struct DocumentationExampleTests {
    /// What users meet first, and where they have a choice.
    private static let exemplified = [
        "BatchDeleteRequest", "BatchInsertRequest", "BatchUpdateRequest", "FetchRequest", "FetchedResultsController",
        "FetchedResultsControllerDelegate", "JSONStore", "ManagedObject", "ManagedObjectContext", "MergePolicy",
        "OrderedToMany", "PersistentContainer", "PersistentStoreCoordinator", "ToMany",
        "ManagedObjectContext.delete", "ManagedObjectContext.execute", "ManagedObjectContext.existingObject",
        "ManagedObjectContext.fetch", "ManagedObjectContext.mergePolicy", "ManagedObjectContext.perform",
        "ManagedObjectContext.refresh", "ManagedObjectContext.save", "PersistentContainer.newContext",
        "PersistentContainer.performBackgroundTask", "PersistentStoreDescription.json",
        "PersistentStoreDescription.postgreSQL", "PersistentStoreDescription.sqlite",
        "NSBatchDeleteRequest", "NSBatchInsertRequest", "NSBatchUpdateRequest", "NSFetchRequest",
        "NSFetchedResultsController", "NSFetchedResultsControllerDelegate", "NSManagedObjectContext",
        "NSManagedObjectContext.fetch", "NSManagedObjectContext.mergePolicy", "NSManagedObjectContext.perform",
        "NSManagedObjectContext.save", "NSManagedObjectModel", "NSPersistentContainer",
        "NSPersistentContainer.performBackgroundTask", "NSPersistentHistoryChangeRequest",
        "NSPersistentStoreDescription", "NSStagedMigrationManager",
        "FetchRequest.init", "ManagedObjectContext.fetchAsynchronously", "ManagedObjectContext.fetchDictionaries",
        "ManagedObjectContext.pinQueryGeneration", "PersistentStoreCoordinator.addPersistentStore",
        "PersistentStoreCoordinator.deleteHistory", "PersistentStoreCoordinator.history",
        "PersistentStoreCoordinator.setTracksHistory", "JSONStore.backUp", "JSONStore.check", "JSONStore.migrate",
        "PostgreSQLStore.check", "PostgreSQLStore.migrate", "SQLiteStore.backUp", "SQLiteStore.check",
        "SQLiteStore.migrate", "StoreAdministration.backUp", "StoreAdministration.migrate",
        "NSManagedObjectContext.execute", "NSManagedObjectContext.init", "NSManagedObjectContext.mergeChanges",
        "NSManagedObjectContext.setQueryGenerationFrom", "NSPersistentStoreCoordinator.addPersistentStore",
        "NSPersistentStoreCoordinator.destroyPersistentStore", "NSPersistentStoreCoordinator.migratePersistentStore",
        "NSPersistentStoreCoordinator.replacePersistentStore",
    ]

    /// What is unavailable can't have an example.
    private static let unavailable = "Sources/CoreData/Unavailable/"
    /// The types that no program writes: they only give classes of Foundation initializers and names, and the examples
    /// are those of these.
    private static let unwritten: Set = [
        "protocol CoreDataErrorCodes", "class CreatableObject", "protocol ExpressionCreating",
        "protocol FormatPredicateCreating", "enum FoundationNames", "protocol FoundationNaming",
        "protocol NamedValueTransformer", "protocol SortDescriptorCreating",
    ]

    @Test("Every public type has an example in its documentation comment")
    func everyTypeHasAnExample() throws {
        let shown = Set(try DocumentationExample.shown().map(\.declaration))
        let types = try PublicDeclarations().all.filter { declaration in
            declaration.isTopLevelType && !declaration.place.hasPrefix(Self.unavailable)
        }
        let bare = types.filter { type in !shown.contains(String(type.name.split(separator: " ")[1])) }
        let missing = bare.filter { !Self.unwritten.contains($0.name) }
        #expect(missing.isEmpty, "\(missing.map { "\($0.place): \($0.name)" }.joined(separator: "\n"))")
        #expect(Self.unwritten.subtracting(bare.map(\.name)) == [])
        #expect(types.count > 350)
    }

    @Test("Every example in a documentation comment is part of a test")
    func everyExampleIsInATest() throws {
        let compiled = try DocumentationExample.compiled()
        for example in try DocumentationExample.shown() where !compiled.contains(example) {
            Issue.record("no test contains this example of \(example.declaration):\n\(example.text)")
        }
    }

    @Test("Every marked example on a page is part of a test")
    func everyExampleOfAPageIsInATest() throws {
        let (shown, compiled) = (try DocumentationExample.shownOnPages(), try DocumentationExample.compiled())
        for example in shown.subtracting(compiled) {
            Issue.record("no test contains this example of \(example.declaration):\n\(example.text)")
        }
        #expect(shown.contains { $0.declaration == "Cookbook.paging" })
    }

    @Test("Every marked example in a test is in a documentation comment or on a page")
    func markedExamples() throws {
        let shown = try DocumentationExample.shown().union(DocumentationExample.shownOnPages())
        let compiled = try DocumentationExample.compiled()
        for example in compiled.subtracting(shown) {
            Issue.record("no doc comment and no page has this example of \(example.declaration):\n\(example.text)")
        }
        #expect(compiled.count > 50)
    }

    @Test("The most important declarations have an example")
    func whatUsersMeetFirstHasAnExample() throws {
        let declarations = Set(try DocumentationExample.shown().map(\.declaration))
        #expect(Set(Self.exemplified).subtracting(declarations) == [])
    }

    @Test("Examples have at most twelve lines")
    func examplesAreShort() throws {
        for example in try DocumentationExample.shown() {
            #expect(example.lines.count <= 12, "\(example.declaration)")
        }
    }

    @Test("Examples are found in sources and tests")
    func examplesAreRead() {
        let source = """
            extension Shelf where Book: Bound {
                /// Adds a book.
                ///
                /// ```swift
                /// if isOpen {
                ///     shelf.add(book)
                ///
                /// }
                /// ```
                ///
                /// ```sh
                /// ls
                /// ```
                @discardableResult
                public static func add(_ book: Book) -> Bool {
            """
        // Not as a whole, because this file is one of those that are read.
        let mark = "// "
        let test = """
                    \(mark)Example: Shelf.add
                    if isOpen {
                        shelf.add(book)

                    }
                    \(mark)End
            """
        let example = DocumentationExample(
            declaration: "Shelf.add", lines: ["if isOpen {", "    shelf.add(book)", "", "}"])
        #expect(DocumentationExample.shown(in: source) == [example])
        #expect(DocumentationExample.compiled(in: test) == [example])
    }
}
