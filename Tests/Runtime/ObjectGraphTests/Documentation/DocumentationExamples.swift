import Foundation
import ObjectGraph

/// The examples in the doc comments of the runtime and its stores, with the model and the classes that they use.
///
/// An example stands between a line `// Example:` with the name of its declaration and a line `// End`.
/// `DocumentationExampleTests` compares it with the doc comment, line by line.
enum DocumentationExamples {
    final class Hero: ManagedObject {
        var name: String {
            get { self[attribute: "name"] }
            set { self[attribute: "name"] = newValue }
        }
        var universe: Int32 {
            get { self[attribute: "universe"] }
            set { self[attribute: "universe"] = newValue }
        }
        var teams: ToMany<Team> {
            get { self[toMany: "teams"] }
            set { self[toMany: "teams"] = newValue }
        }

        // Example: ManagedObject.validateForInsert
        override func validateForInsert() throws {
            try super.validateForInsert()
            if universe == 0 && !teams.isEmpty { throw HeroError.teamsWithoutUniverse }
        }
        // End
    }

    enum HeroError: Error {
        case teamsWithoutUniverse
        case invalidName
    }

    final class Team: ManagedObject {
        var name: String {
            get { self[attribute: "name"] }
            set { self[attribute: "name"] = newValue }
        }
        var heroes: ToMany<Hero> {
            get { self[toMany: "heroes"] }
            set { self[toMany: "heroes"] = newValue }
        }

        // Example: SaveLoopError
        override func willSave() {
            super.willSave()
            let trimmedName = name.trimmingCharacters(in: .whitespaces)
            if name != trimmedName { name = trimmedName }  // Only if it differs, so that the save comes to an end
        }
        // End

        // Example: ValidationError
        override func validateForUpdate() throws {
            try super.validateForUpdate()
            guard heroes.count <= 100 else {
                throw ValidationError(
                    code: .managedObjectValidation, objectID: objectID, key: "heroes",
                    message: "A team has at most 100 heroes.")
            }
        }
        // End

        // Example: SnapshotEventType
        override func awake(fromSnapshotEvents flags: SnapshotEventType) {
            super.awake(fromSnapshotEvents: flags)
            if !flags.isDisjoint(with: [.rollback, .undoUpdate, .refresh]) { cachedTitle = nil }
        }
        // End

        /// What a list shows, until something changes.
        var cachedTitle: String?
    }

    final class Notebook: ManagedObject {
        var title: String {
            get { self[attribute: "title"] }
            set { self[attribute: "title"] = newValue }
        }
        var notes: OrderedToMany<Note> {
            get { self[orderedToMany: "notes"] }
            set { self[orderedToMany: "notes"] = newValue }
        }
    }

    final class Note: ManagedObject {
        // Example: Fetchable.willChangeValue
        var title: String? {
            get { primitiveValue(forKey: "title") as? String }
            set {
                willChangeValue(forKey: "title")
                setPrimitiveValue(newValue?.capitalized, forKey: "title")
                didChangeValue(forKey: "title")
            }
        }
        // End
        var isMerged: Bool {
            get { self[attribute: "isMerged"] }
            set { self[attribute: "isMerged"] = newValue }
        }
        var createdAt: Date? {
            get { self[attribute: "createdAt"] }
            set { self[attribute: "createdAt"] = newValue }
        }
        var notebook: Notebook? {
            get { self[toOne: "notebook"] }
            set { self[toOne: "notebook"] = newValue }
        }

        // Example: ManagedObject.awakeFromInsert
        override func awakeFromInsert() {
            super.awakeFromInsert()
            createdAt = Date()
        }
        // End

        // Example: ManagedObject.willSave
        override func willSave() {
            super.willSave()
            if title?.isEmpty == true { title = "Untitled" }
        }
        // End
    }

    /// A library that is written by hand, as the doc comment of ``ManagedObject`` shows it.
    enum Library {
        // Example: ManagedObject
        final class Book: ManagedObject {
            var title: String? {
                get { self[attribute: "title"] }
                set { self[attribute: "title"] = newValue }
            }
            var author: Author? {
                get { self[toOne: "author"] }
                set { self[toOne: "author"] = newValue }
            }
        }
        // End

        final class Author: ManagedObject, PropertyValidating {
            var name: String? {
                get { self[attribute: "name"] }
                set { self[attribute: "name"] = newValue }
            }

            // Example: PropertyValidating
            func validateProperty(_ value: inout Any?, forKey key: String) throws {
                guard key == "name", let name = value as? String else { return }
                if name.contains("\n") { throw HeroError.invalidName }
                value = name.trimmingCharacters(in: .whitespaces)
            }
            // End
        }
    }
}

extension ManagedObjectModel {
    private typealias Examples = DocumentationExamples

    /// The model of the examples.
    static let app = ManagedObjectModel(
        Model(
            name: "App",
            entities: [
                Entity(
                    name: "Hero",
                    attributes: [
                        Attribute(name: "name", type: .string, defaultValueString: ""),
                        Attribute(name: "universe", type: .integer32, defaultValueString: "0"),
                    ],
                    relationships: [
                        Relationship(
                            name: "teams", isOptional: true, isToMany: true, destinationName: "Team",
                            inverseName: "heroes", inverseEntityName: "Team")
                    ]),
                Entity(
                    name: "Team",
                    attributes: [Attribute(name: "name", type: .string, defaultValueString: "")],
                    relationships: [
                        Relationship(
                            name: "heroes", isOptional: true, isToMany: true, destinationName: "Hero",
                            inverseName: "teams", inverseEntityName: "Hero")
                    ]),
                Entity(
                    name: "Notebook",
                    attributes: [Attribute(name: "title", type: .string, defaultValueString: "")],
                    relationships: [
                        Relationship(
                            name: "notes", isOptional: true, isToMany: true, isOrdered: true, deleteRule: .cascade,
                            destinationName: "Note", inverseName: "notebook", inverseEntityName: "Note")
                    ]),
                Entity(
                    name: "Note",
                    attributes: [
                        Attribute(name: "title", type: .string, isOptional: true),
                        Attribute(name: "isMerged", type: .boolean, defaultValueString: "NO"),
                        Attribute(name: "createdAt", type: .date, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "notebook", isOptional: true, destinationName: "Notebook", inverseName: "notes",
                            inverseEntityName: "Notebook")
                    ]),
            ],
            configurations: [
                Configuration(name: "Heroes", entityNames: ["Hero", "Team"]),
                Configuration(name: "Notes", entityNames: ["Notebook", "Note"]),
            ]),
        classes: [
            "Hero": Examples.Hero.self, "Team": Examples.Team.self, "Notebook": Examples.Notebook.self,
            "Note": Examples.Note.self,
        ],
        keyPaths: { names in
            names.add([\.name, \.universe, \.teams] as [PartialKeyPath<Examples.Hero>], named: "name universe teams")
            names.add([\.name, \.heroes] as [PartialKeyPath<Examples.Team>], named: "name heroes")
            names.add([\.title, \.notes] as [PartialKeyPath<Examples.Notebook>], named: "title notes")
            names.add(
                [\.title, \.isMerged, \.createdAt, \.notebook] as [PartialKeyPath<Examples.Note>],
                named: "title isMerged createdAt notebook")
        })

    /// The model of the class that is written by hand.
    static let library = ManagedObjectModel(
        Model(
            name: "Library",
            entities: [
                Entity(
                    name: "Book", attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "author", isOptional: true, destinationName: "Author", inverseName: "books",
                            inverseEntityName: "Author")
                    ]),
                Entity(
                    name: "Author", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "books", isOptional: true, isToMany: true, destinationName: "Book",
                            inverseName: "author", inverseEntityName: "Book")
                    ]),
            ]),
        classes: ["Book": Examples.Library.Book.self, "Author": Examples.Library.Author.self])
}
