import Foundation
import JSONStore
import MappingModels
import ModelExpressions
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import SQLiteStore
import TestSupport
import Testing

@testable import StoreMigration

/// Migrations that follow a mapping model.
struct MappingModelMigrationTests {
    private let folder: TemporaryFolder
    private let schemaName = TestServer.shared?.newSchemaName() ?? ""

    init() throws { folder = try TemporaryFolder() }

    // MARK: The models

    private static let old = Model(
        name: "Shop",
        entities: [
            Entity(
                name: "Order",
                attributes: [
                    Attribute(name: "title", type: .string, isOptional: true),
                    Attribute(name: "price", type: .integer32, isOptional: true),
                ],
                relationships: [
                    Relationship(
                        name: "customer", isOptional: true, destinationName: "Person", inverseName: "orders")
                ]),
            Entity(
                name: "Person", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                relationships: [
                    Relationship(
                        name: "orders", isOptional: true, isToMany: true, destinationName: "Order",
                        inverseName: "customer")
                ]),
        ])

    private static let new = Model(
        name: "Shop",
        entities: [
            Entity(
                name: "Invoice",
                attributes: [
                    Attribute(name: "note", type: .string, defaultValueString: "none"),
                    Attribute(name: "payer", type: .string, isOptional: true),
                    Attribute(name: "created", type: .date, isOptional: true),
                    Attribute(name: "cents", type: .integer64, isOptional: true),
                ]),
            Entity(
                name: "Purchase", attributes: [Attribute(name: "label", type: .string, isOptional: true)],
                relationships: [
                    Relationship(name: "buyer", isOptional: true, destinationName: "Person", inverseName: "purchases")
                ]),
            Entity(
                name: "Person", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                relationships: [
                    Relationship(
                        name: "purchases", isOptional: true, isToMany: true, destinationName: "Purchase",
                        inverseName: "buyer")
                ]),
        ])

    private static func path(_ text: String) -> ModelExpression {
        .keyPath(ModelKeyPath(text.split(separator: ".").map { .key(String($0)) }), of: .variable("source"))
    }

    private static func mapping(
        _ name: String, from source: String?, to destination: String?, _ kind: MappingModel.MappingType = .transformed,
        policy: String? = nil, attributes: [String: ModelExpression] = [:],
        relationships: [String: ModelExpression] = [:]
    ) -> MappingModel.EntityMapping {
        let hashes = (ModelLookup(old).coreDataVersionHashes, ModelLookup(new).coreDataVersionHashes)
        return MappingModel.EntityMapping(
            name: name, sourceEntityName: source, destinationEntityName: destination,
            sourceEntityVersionHash: source.flatMap { hashes.0[$0] },
            destinationEntityVersionHash: destination.flatMap { hashes.1[$0] },
            mappingType: kind, entityMigrationPolicyClassName: policy,
            attributeMappings: attributes.map { MappingModel.PropertyMapping(name: $0.key, valueExpression: $0.value) },
            relationshipMappings: relationships.map {
                MappingModel.PropertyMapping(name: $0.key, valueExpression: $0.value)
            })
    }

    private static let orderToPurchase = mapping(
        "OrderToPurchase", from: "Order", to: "Purchase", attributes: ["label": path("title")],
        relationships: [
            "buyer": .methodCall(
                .variable("manager"), selector: MappingSelector.destinationsOfMapping,
                [.constant(.string("PersonToPerson")), path("customer")])
        ])
    private static let orderToInvoice = mapping(
        "OrderToInvoice", from: "Order", to: "Invoice",
        attributes: [
            "note": path("title"), "payer": path("customer.name"), "created": .function(.now, []),
            "cents": .binary(.multiply, path("price"), .constant(.integer(100))),
        ])
    private static let personToPerson = mapping(
        "PersonToPerson", from: "Person", to: "Person", .copied, attributes: ["name": path("name")])

    // MARK: The store

    private enum Kind: CaseIterable { case json, sqlite, postgreSQL }

    /// PostgreSQL only if a server can run here; `PostgreSQLStoreTests` say if not.
    private static let kinds = Kind.allCases.filter { $0 != .postgreSQL || TestServer.shared != nil }

    private func store(_ kind: Kind, _ migration: MigrationOptions = .disabled) -> any PersistentStoreDescription {
        let url = folder.url.appending(path: "Shop.\(kind)")
        return switch kind {
        case .json: JSONStoreDescription(url: url, migration: migration)
        case .sqlite: SQLiteStoreDescription(url: url, migration: migration)
        case .postgreSQL:
            PostgreSQLStoreDescription(
                connectionString: TestServer.shared?.connection ?? "",
                options: PostgreSQLStoreOptions(schemaName: schemaName),
                migration: migration)
        }
    }

    private func fill(_ kind: Kind) throws {
        let context = try PersistentContainer(model: ManagedObjectModel(Self.old), store: store(kind)).newContext()
        let people = ["Ada", "Bob"].map { name in
            let person = context.insertNewObject(forEntityName: "Person")
            person.setValue(name, forKey: "name")
            return person
        }
        for (number, title) in ["a", nil, "c"].enumerated() {
            let order = context.insertNewObject(forEntityName: "Order")
            order.setValue(title, forKey: "title")
            order.setValue(number, forKey: "price")
            order.setValue(people[number % 2], forKey: "customer")
        }
        try context.save()
    }

    private func migrate(
        _ kind: Kind, _ mappings: [MappingModel.EntityMapping], policies: [String: EntityMigrationPolicy] = [:],
        dropping dropped: Set<String> = []
    ) throws -> ManagedObjectContext {
        let model = ManagedObjectModel(Self.new)
        let stage = MigrationStage(to: model, following: MappingModel(entityMappings: mappings), policies: policies)
        let options = MigrationOptions(droppedElements: dropped, stages: [stage])
        return try PersistentContainer(model: model, store: store(kind, options)).newContext()
    }

    private func values(_ entity: String, _ key: String, in context: ManagedObjectContext) throws -> [String] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: entity))
            .map { $0.value(forKey: key).map { "\($0)" } ?? "nil" }.sorted()
    }

    // MARK: Tests

    @Test("Objects are migrated as the mappings define", arguments: kinds)
    private func objectsBecomeWhatTheMappingsSay(_ kind: Kind) throws {
        try fill(kind)
        try expectMigratedObjects(kind)
        // The store is one of the newer version from now on.
        _ = try PersistentContainer(model: ManagedObjectModel(Self.new), store: store(kind))
    }

    @Test("Linking takes time in proportion to the number of links", .timeLimit(.minutes(3)))
    func manyLinks() throws {
        do {
            let context = try PersistentContainer(model: ManagedObjectModel(Self.old), store: store(.json)).newContext()
            let person = context.insertNewObject(forEntityName: "Person")
            for _ in 0..<80_000 { context.insertNewObject(forEntityName: "Order").setValue(person, forKey: "customer") }
            try context.save()
        }
        let context = try migrate(.json, [Self.orderToPurchase, Self.personToPerson])
        let person = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Person")).first)
        #expect((person.value(forKey: "purchases") as? Set<ManagedObject>)?.count == 80_000)
    }

    private func expectMigratedObjects(_ kind: Kind) throws {
        let context = try migrate(kind, [Self.orderToPurchase, Self.orderToInvoice, Self.personToPerson])
        #expect(try values("Purchase", "label", in: context) == ["a", "c", "nil"])
        #expect(try values("Invoice", "note", in: context) == ["a", "c", "none"])
        #expect(try values("Invoice", "payer", in: context) == ["Ada", "Ada", "Bob"])
        #expect(try values("Invoice", "cents", in: context) == ["0", "100", "200"])
        #expect(try values("Invoice", "created", in: context).contains("nil") == false)
        for person in try context.fetch(FetchRequest<ManagedObject>(entityName: "Person")) {
            let count = (person.value(forKey: "purchases") as? any Collection)?.count
            #expect(count == (person.value(forKey: "name") as? String == "Ada" ? 2 : 1))
        }
    }

    @Test("A policy runs for the class name in its mapping", arguments: kinds)
    private func policiesRunByTheNameOfTheirClass(_ kind: Kind) throws {
        try fill(kind)
        var mapping = Self.orderToPurchase
        (mapping.mappingType, mapping.entityMigrationPolicyClassName) = (.custom, "Shop.Policy")
        let mappings = [mapping, Self.personToPerson]
        let refusal = #expect(throws: MigrationError.self) { try migrate(kind, mappings) }
        #expect(refusal?.obstacles.map(\.kind) == [.missingPolicy])
        let policy = EntityMigrationPolicy { old, new in
            new["label"] = .string((new["label"] == .null ? "?" : "\(old["title", as: String.self] ?? "")!"))
        }
        let context = try migrate(kind, mappings, policies: ["Shop.Policy": policy])
        #expect(try values("Purchase", "label", in: context) == ["?", "a!", "c!"])
    }

    @Test("A mapping whose hashes do not match the models is refused", arguments: kinds)
    private func staleMappingsAreRefused(_ kind: Kind) throws {
        try fill(kind)
        var mapping = Self.orderToPurchase
        mapping.sourceEntityVersionHash = mapping.destinationEntityVersionHash
        let refusal = #expect(throws: MigrationError.self) { try migrate(kind, [mapping, Self.personToPerson]) }
        #expect(refusal?.obstacles.map(\.kind) == [.staleMapping])
        #expect(refusal?.obstacles.map(\.elementName) == ["Order"])
    }

    @Test("Objects of an entity without a mapping are an obstacle", arguments: kinds)
    private func objectsWithoutAMappingAreAnObstacle(_ kind: Kind) throws {
        try fill(kind)
        let refusal = #expect(throws: MigrationError.self) { try migrate(kind, [Self.personToPerson]) }
        #expect(refusal?.obstacles.map(\.elementName) == ["Order"])
        let removal = Self.mapping("Order", from: "Order", to: nil, .removed)
        let context = try migrate(kind, [Self.personToPerson, removal])
        #expect(try values("Person", "name", in: context) == ["Ada", "Bob"])
    }

    // MARK: Verifying

    private func verify(_ mappings: [MappingModel.EntityMapping]) throws -> MigrationVerification.Outcome {
        let model = ManagedObjectModel(Self.new)
        let stage = MigrationStage(to: model, following: MappingModel(entityMappings: mappings))
        return try MigrationVerification(
            from: ManagedObjectModel(Self.old), to: model, options: MigrationOptions(stages: [stage])
        ).run { store(.sqlite, $0) }
    }

    @Test("A verification compares what the mappings move")
    func verification() throws {
        let all = try verify([Self.orderToPurchase, Self.orderToInvoice, Self.personToPerson])
        #expect(all == MigrationVerification.Outcome(objectCount: 10))
    }

    @Test("A verification lists the properties that no mapping uses")
    func verifyingListsWhatNoMappingUses() throws {
        var mapping = Self.orderToPurchase
        mapping.relationshipMappings = []
        let some = try verify([mapping, Self.personToPerson])
        #expect(some.droppedElements == ["Order.customer", "Order.price", "Person.orders"])
        #expect(some.differences == [])
    }

    @Test("A comparison finds values and objects that were not migrated")
    func comparingFindsValuesThatWereNotMoved() throws {
        // Of what one mapping model has made, another one expects something else.
        let model = ManagedObjectModel(Self.new)
        try fill(.sqlite)
        let old = try store(.sqlite).openStore(for: ManagedObjectModel(Self.old))
        let before = try GraphSnapshot(
            reading: old.openView(), of: ManagedObjectModel(Self.old), storeIdentifier: old.identifier)
        let context = try migrate(.sqlite, [Self.orderToPurchase, Self.personToPerson])
        for person in try context.fetch(FetchRequest<ManagedObject>(entityName: "Person")).prefix(1) {
            person.setValue("Eve", forKey: "name")
        }
        context.insertNewObject(forEntityName: "Purchase")
        try context.save()
        let new = try store(.sqlite).openStore(for: model)
        let after = try GraphSnapshot(reading: new.openView(), of: model, storeIdentifier: new.identifier)
        let comparison = MappedComparison(
            before, after, MappingModel(entityMappings: [Self.orderToPurchase, Self.personToPerson]))
        #expect(comparison.differences == ["Person: name", "Purchase: 4 objects, not 3"])
    }

    @Test("A value of another type is an obstacle")
    func aValueOfAnotherTypeIsAnObstacle() throws {
        try fill(.json)
        var mapping = Self.orderToInvoice
        mapping.attributeMappings = [MappingModel.PropertyMapping(name: "cents", valueExpression: Self.path("title"))]
        let refusal = #expect(throws: MigrationError.self) { try migrate(.json, [mapping, Self.personToPerson]) }
        #expect(refusal?.obstacles.map(\.elementName) == ["Invoice.cents"])
        #expect(refusal?.obstacles.map(\.objectCount) == [2])
    }

    // MARK: Composites

    /// A model of shops that have a place.
    private static func shops(_ members: [Attribute]) -> ManagedObjectModel {
        let place = Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place")
        return ManagedObjectModel(
            Model(
                name: "Shops", entities: [Entity(name: "Shop", attributes: [place])],
                composites: [Composite(name: "Place", attributes: members)]))
    }

    private func members(_ name: String, in context: ManagedObjectContext) throws -> [String] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Shop"))
            .map { $0.value(forKeyPath: "place.\(name)").map { "\($0)" } ?? "nil" }.sorted()
    }

    private static let city = Attribute(name: "city", type: .string, isOptional: true)
    private static let zone = Attribute(name: "zone", type: .integer16, isOptional: true)

    private static func placeToPlace(
        from old: ManagedObjectModel, to new: ManagedObjectModel, policy: String? = nil
    ) -> MappingModel {
        MappingModel(entityMappings: [
            MappingModel.EntityMapping(
                name: "ShopToShop", sourceEntityName: "Shop", destinationEntityName: "Shop",
                sourceEntityVersionHash: ModelLookup(old.schema).coreDataVersionHashes["Shop"],
                destinationEntityVersionHash: ModelLookup(new.schema).coreDataVersionHashes["Shop"],
                mappingType: policy == nil ? .transformed : .custom, entityMigrationPolicyClassName: policy,
                attributeMappings: [MappingModel.PropertyMapping(name: "place", valueExpression: path("place"))],
                relationshipMappings: [])
        ])
    }

    private func fillShops(_ kind: Kind, _ model: ManagedObjectModel) throws {
        let context = try PersistentContainer(model: model, store: store(kind)).newContext()
        for place in [["city": "Bern", "zone": 3] as [String: Any], ["zone": 4], nil] {
            context.insertNewObject(forEntityName: "Shop").setValue(place, forKey: "place")
        }
        try context.save()
    }

    private func migrateShops(
        _ kind: Kind, from old: ManagedObjectModel, to new: ManagedObjectModel,
        policy: EntityMigrationPolicy? = nil
    ) throws -> ManagedObjectContext {
        let name = policy.map { _ in "PlacePolicy" }
        let stage = MigrationStage(
            to: new, following: Self.placeToPlace(from: old, to: new, policy: name),
            policies: policy.map { ["PlacePolicy": $0] } ?? [:])
        return try PersistentContainer(model: new, store: store(kind, MigrationOptions(stages: [stage]))).newContext()
    }

    @Test(
        "Composites that lack a member that is now required are an obstacle, unless a policy adds it", arguments: kinds)
    private func missingMembersAreAnObstacle(_ kind: Kind) throws {
        let old = Self.shops([Self.city, Self.zone])
        let new = Self.shops([Attribute(name: "city", type: .string), Self.zone])
        try fillShops(kind, old)
        let refusal = #expect(throws: MigrationError.self) { try migrateShops(kind, from: old, to: new) }
        #expect(
            refusal?.obstacles.map(\.description) == [
                """
                Shop.place.city: 1 object: a required value is missing; make the attribute of the composite optional, or \
                give it a default value
                """
            ])
        let policy = EntityMigrationPolicy { _, shop in
            guard case .composite(var place) = shop["place"], place["city"]?.isNull != false else { return }
            place["city"] = .string("unknown")
            shop["place"] = .composite(place)
        }
        let context = try migrateShops(kind, from: old, to: new, policy: policy)
        #expect(try members("city", in: context) == ["Bern", "nil", "unknown"])
    }

    @Test("A member of a composite that is now required gets its default value", arguments: kinds)
    private func requiredMembersGetTheirDefaultValue(_ kind: Kind) throws {
        let old = Self.shops([Self.city, Self.zone])
        let new = Self.shops([Attribute(name: "city", type: .string, defaultValueString: "-"), Self.zone])
        try fillShops(kind, old)
        let context = try migrateShops(kind, from: old, to: new)
        #expect(try members("city", in: context) == ["-", "Bern", "nil"])
    }

    @Test("Members of a composite that is moved keep their values under other names", arguments: kinds)
    private func renamedMembersKeepTheirValues(_ kind: Kind) throws {
        let old = Self.shops([Self.city, Self.zone])
        let town = Attribute(name: "town", type: .string, isOptional: true, renamingIdentifier: "city")
        let new = Self.shops([town, Attribute(name: "zone", type: .integer32, isOptional: true)])
        try fillShops(kind, old)
        let context = try migrateShops(kind, from: old, to: new)
        #expect(try members("town", in: context) == ["Bern", "nil", "nil"])
        #expect(try members("zone", in: context) == ["3", "4", "nil"])
    }

    @Test("A composite that would lose a member is an obstacle", arguments: kinds)
    private func removedMembersAreAnObstacle(_ kind: Kind) throws {
        let (old, new) = (Self.shops([Self.city, Self.zone]), Self.shops([Self.zone]))
        try fillShops(kind, old)
        let refusal = #expect(throws: MigrationError.self) { try migrateShops(kind, from: old, to: new) }
        #expect(refusal?.obstacles.map(\.elementName) == ["Shop.place"])
        #expect(refusal?.obstacles.map(\.objectCount) == [2])
    }
}
