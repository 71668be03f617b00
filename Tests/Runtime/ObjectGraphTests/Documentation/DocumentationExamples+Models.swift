import Foundation
import JSONStore
import ModelExpressions
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

extension DocumentationExamples {
    /// Models at run time, and the values of attributes.
    @Suite struct ModelTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext
        private let model = ManagedObjectModel.app

        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            context = container.newContext()
        }

        // MARK: - Models

        @Test("The example of a model in code saves an object without a class")
        func aModel() throws {
            // Example: ManagedObjectModel
            let title = Attribute(name: "title", type: .string, isOptional: true)
            let book = Entity(name: "Book", attributes: [title])
            let model = ManagedObjectModel(Model(name: "Library", entities: [book]))
            let context = try PersistentContainer(model: model, store: .inMemory).newContext()
            let emma = context.insertNewObject(forEntityName: "Book")
            emma.setValue("Emma", forKey: "title")
            try context.save()
            // End
            #expect(emma.value(forKey: "title") as? String == "Emma")
        }

        @Test("The examples of entities, properties, and relationships describe a model")
        func entities() throws {
            var texts: [String] = []
            // Example: EntityDescription
            for entity in model.entities where !entity.isAbstract {
                let required = entity.attributes.filter { !$0.isOptional }.map(\.name)
                print(entity.name, "needs", required)  // Hero needs ["name", "universe"]
            }
            // End
            let entity = try #require(model.entitiesByName["Hero"])
            // Example: PropertyDescription
            for property in entity.properties {
                switch property {
                case .attribute(let attribute): texts.append("\(attribute.name): \(attribute.type)")
                case .relationship(let link): texts.append("\(link.name): \(link.destinationName)")
                case .fetchedProperty(let property): texts.append(property.name)
                }
            }
            // End
            #expect(texts == ["name: string", "universe: integer32", "teams: Team"])
            // Example: RelationshipDescription
            guard let teams = entity.relationshipsByName["teams"] else { return }
            print(teams.destinationName, teams.isToMany, teams.inverseName ?? "one way")  // Team true heroes
            // End
            #expect(teams.inverseName == "heroes")
        }

        @Test("The example of the names of key paths finds a property")
        func keyPaths() throws {
            let schema = self.model.schema
            // Example: KeyPathNames
            let model = ManagedObjectModel(
                schema, classes: ["Hero": Hero.self],
                keyPaths: { names in
                    names.add([\.name, \.universe] as [PartialKeyPath<Hero>], named: "name universe")
                })
            print(model.propertyName(for: \Hero.universe) ?? "unknown")  // universe
            // End
            #expect(model.propertyName(for: \Hero.universe) == "universe")
        }

        // MARK: - Predicates and orders

        // Example: PredicateValue
        enum Universe: Int64, PredicateValue {
            case prime = 1, mirror

            var predicateValue: ConstantValue { .integer(rawValue) }
        }
        // End

        @Test("The examples of arguments find objects by values of one's own types, and by other predicates")
        func arguments() throws {
            let hero = Hero(context: context)
            hero.universe = 2
            var request = FetchRequest<Hero>()
            request.predicate = try .format("universe == %@", Universe.mirror)
            #expect(try context.fetch(request) == [hero])
            let teamName = String?.none
            // Example: PredicateArgument
            var arguments: [any PredicateArgument] = [2]
            var format = "universe == %ld"
            if let teamName {
                format += " AND ANY teams.name == %@"
                arguments.append(teamName)
            }
            request.predicate = try .format(format, argumentArray: arguments)
            // End
            #expect(try context.fetch(request) == [hero])
        }

        @Test("The example of a comparison orders names as lists of files do")
        func comparisons() throws {
            for name in ["Robot 10", "Robot 2"] { Hero(context: context).name = name }
            // Example: SortComparison
            var request = FetchRequest<Hero>()
            request.sortDescriptors = [ModelSortDescriptor<Hero>(key: "name", comparison: .localizedStandard)]
            let names = try context.fetch(request).map(\.name)  // Robot 2, Robot 10
            // End
            #expect(names == ["Robot 2", "Robot 10"])
        }

        // MARK: - Values

        @Test("The examples of values read what is missing as nil, or as an empty value")
        func representations() {
            // Example: AttributeRepresentable
            let title: String? = "Emma"
            print(title.attributeValue)  // string("Emma")
            print(String?(attributeValue: .null) ?? "None")  // None
            print(Int32(attributeValue: .null))  // 0, because an Int32 is never missing
            // End
            #expect(title.attributeValue == .string("Emma") && Int32(attributeValue: .null) == 0)
            #expect(Money(attributeValue: Money(cents: 5).attributeValue).cents == 5)
            #expect(Money?(attributeValue: .string("5"))?.cents == nil)
            // Example: CompositeMembers
            let members: CompositeMembers = ["city": .string("Basel"), "floor": .null]
            let (city, floor): (String, Int16?) = (members["city"], members["floor"])  // Basel, nil
            // End
            #expect(city == "Basel" && floor == nil)
            let place = Place(compositeMembers: members)
            #expect(place.city == "Basel" && Place(attributeValue: place.attributeValue) == place)
        }

        // Example: RequiredAttributeRepresentable
        struct Money: RequiredAttributeRepresentable {
            var cents: Int64

            static var emptyValue: Money { Money(cents: 0) }
            var attributeValue: AttributeValue { .integer(cents) }
            static func read(_ value: AttributeValue) -> Money? { Int64.read(value).map { Money(cents: $0) } }
        }
        // End

        // Example: CompositeRepresentable
        struct Place: CompositeRepresentable, Equatable {
            var city: String
            var floor: Int16?
            static var emptyValue: Place { Place(compositeMembers: [:]) }
            var compositeMembers: CompositeMembers { ["city": city.attributeValue, "floor": floor.attributeValue] }

            init(compositeMembers members: CompositeMembers) { (city, floor) = (members["city"], members["floor"]) }
        }
        // End

        @Test("The example of raw values stores an enumeration, and reads what has no case as nil")
        func rawValues() throws {
            let hero = Hero(context: context)
            // Example: StoredRawValue
            enum Origin: Int32 {  // Int32 is a StoredRawValue.
                case prime = 1, mirror
            }

            hero[enumeration: "universe"] = Origin.mirror
            let origin: Origin? = hero[enumeration: "universe"]  // Nil for a number without a case
            // End
            #expect(hero.universe == 2 && origin == .mirror)
            hero.universe = 7
            let other: Origin? = hero[enumeration: "universe"]
            #expect(other == nil)
        }

        @Test("The example of a null value leaves out what an object does not have")
        func nullValues() {
            let note = Note(context: context)
            note.title = "Milk"
            // Example: NullValue
            let values = note.dictionaryWithValues(forKeys: ["title", "notebook"])
            let present = values.filter { !($0.value is NullValue) }  // ["title": "Milk"]
            // End
            #expect(Array(present.keys) == ["title"])
        }

        // MARK: - Stores

        @Test("The example of durability waits for no disk in a cache")
        func durability() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "cache.sqlite")
            // Example: Durability
            let options = SQLiteStoreOptions(durability: .off)  // A cache can be filled again.
            let container = try PersistentContainer(model: .app, store: .sqlite(at: url, options: options))
            // End
            #expect(container.persistentStore?.storeURL?.lastPathComponent == "cache.sqlite")
        }

        @Test("The examples of descriptions open the store that a program has chosen")
        func descriptions() throws {
            let folder = try TemporaryFolder()
            let (url, bundledURL) = (folder.url.appending(path: "app.json"), folder.url.appending(path: "seed.json"))
            let seeding = try PersistentContainer(model: .app, store: .json(at: bundledURL)).newContext()
            Hero(context: seeding).name = "Batgirl"
            try seeding.save()
            // Example: JSONStoreDescription
            var description = JSONStoreDescription(url: url, seed: bundledURL)
            description.options.isReadOnly = ProcessInfo.processInfo.arguments.contains("--read-only")
            let container = try PersistentContainer(model: .app, store: description)
            // End
            #expect(try container.newContext().count(for: FetchRequest<Hero>()) == 1)
        }

        @Test("The example of a SQLite description migrates only where it may")
        func databases() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.sqlite")
            // Example: SQLiteStoreDescription
            var description = SQLiteStoreDescription(url: url)
            description.options.busyTimeoutMilliseconds = 10_000  // Other programs write to the same file.
            description.migration = .disabled  // And know only this version of the model.
            let container = try PersistentContainer(model: .app, store: description)
            // End
            #expect(try container.newContext().count(for: FetchRequest<Hero>()) == 0)
        }
    }
}
