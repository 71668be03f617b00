import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreExchange
import StoreMigration
import TestSupport
import Testing

/// What an export writes, an import reads: every value of every type, and every relationship.
@Suite struct ExportImportTests {
    enum Kind: CaseIterable {
        case json, sqlite

        func description(at url: URL) -> any PersistentStoreDescription {
            switch self {
            case .json: .json(at: url)
            case .sqlite: .sqlite(at: url)
            }
        }
    }

    private static let formats: [ImportFile.Format] = [.csv, .json, .jsonl]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(_ kind: Kind, _ name: String, _ model: ManagedObjectModel) throws -> PersistentContainer {
        let store = kind.description(at: folder.url.appending(path: "\(name).\(kind)"))
        return try PersistentContainer(model: model, stores: [(configuration: nil, store: store)])
    }

    /// The text of all objects of a store.
    private func exported(
        _ context: ManagedObjectContext, _ format: ImportFile.Format, rawValues: Bool = false
    ) throws -> String {
        try text(
            RowStream(
                exportingAllObjectsIn: context, flattensComposites: format == .csv, showsRawValues: rawValues),
            format)
    }

    private func text(_ rows: RowStream, _ format: ImportFile.Format) throws -> String {
        var writer = RowWriter(format == .csv ? .csv : format == .json ? .json : .jsonl)
        var text = ""
        try rows.forEachTable { text += writer.text(of: $0) }
        return text + writer.end()
    }

    private func take(
        _ text: String, _ format: ImportFile.Format, of entity: String? = nil, rawValues: Bool = false,
        mapping: String = "{}", in context: ManagedObjectContext
    ) throws -> RowImporter {
        let importer = try RowImporter(
            entityNamed: entity, mapping: ImportMapping(json: Array(mapping.utf8)), readsRawValues: rawValues,
            in: context)
        let file = try ImportFile(Array(text.utf8), format: format)
        #expect(importer.unusedFields(in: file).map(\.name) == [])
        try importer.importRows(of: file)
        _ = try importer.save()
        return importer
    }

    // MARK: Every type

    /// Values of a type. There is no default case: a new type must have values here.
    private static func values(of type: AttributeType) -> [AttributeValue] {
        switch type {
        case .integer16: return [.integer(-32768), .integer(32767), .integer(0)]
        case .integer32: return [.integer(-2_147_483_648), .integer(2_147_483_647)]
        case .integer64: return [.integer(.min), .integer(.max), .integer(9_007_199_254_740_993)]
        case .decimal:
            return ["0.1", "-12345678901234567890.123456789012345678", "1e100", "1e-100", "NaN"].map {
                .decimal(Decimal(exactly: $0) ?? 0)
            }
        case .double:
            return [
                0.1, -0.0, 1e15, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
            ]
            .map { .double($0) }
        case .float:
            return [0.1, -0.0, 1e15, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan].map
            {
                .float($0)
            }
        case .string:
            return [
                "", " ", "a, b", "\"", "\"\u{301}", "one\ntwo\r\nthree\rfour", "\t\u{1}\u{2028}", "nil", "null", "true",
                "{\"a\": 1}", "[1]", "007", "'", "\\", "\u{FEFF}é e\u{301} 👩‍👩‍👧", "x, \"y\"\n",
            ].map { .string($0) }
        case .boolean: return [.boolean(true), .boolean(false)]
        case .date:
            return [0, 0.1, -0.25, 1e-5, 700_000_000.123456, -63_114_076_800, 1e14, .infinity, -.infinity, .nan].map {
                .date(Date(timeIntervalSinceReferenceDate: $0))
            }
        case .binary: return [Data(), Data([0, 255, 10, 44]), Data(repeating: 7, count: 2000)].map { .binary($0) }
        case .uuid: return [.uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255)))]
        case .uri:
            return ["https://example.com/a?b=c,d#e", "file:///tmp/x%20y", "mailto:a@example.com", "x"].compactMap {
                URL(string: $0).map { .uri($0) }
            }
        case .transformable:
            // The Base64 of the third is true.
            return [
                .binary(Data([1, 2, 3])), .binary(Data()), .binary(Data([0xB6, 0xBB, 0x9E])), .string("true"),
                .string("{\"b\": \"x, y\", \"a\": [1.50, {}]}"), .string("\"text\""),
            ]
        case .composite:
            let inner = members.mapValues { $0.first ?? .null }
            return [
                .composite([:]), .composite(inner), .composite(["inner": .composite(inner)]),
                .composite(["inner": .composite([:]), "ofString": .string("")]),
                .composite(["inner": .composite(["level": .integer(2)]), "level": .integer(1)]),
            ]
        // No store keeps values of these.
        case .objectID, .undefined: return []
        }
    }

    /// Values of the types that a composite can contain, by the names of its attributes.
    private static let members: [String: [AttributeValue]] = Dictionary(
        uniqueKeysWithValues: AttributeType.allCases.filter { $0 != .composite }.map { (name(of: $0), values(of: $0)) }
            .filter { !$0.1.isEmpty })

    private static func name(of type: AttributeType) -> String {
        "of" + type.rawValue.split(separator: " ").joined()
    }

    private static let levels: UserInfo = ["modelgen.enum": "Level", "modelgen.enum.cases": "low = 1, high = 2"]

    /// A model with every type, alone and in composites, and with every kind of relationship.
    private static let model: ManagedObjectModel = {
        let simple = AttributeType.allCases.filter { $0 != .composite && !values(of: $0).isEmpty }.map {
            Attribute(name: name(of: $0), type: $0, isOptional: true)
        }
        let level = Attribute(name: "level", type: .integer16, isOptional: true, userInfo: levels)
        let inner = Composite(name: "Inner", attributes: simple + [level])
        let outer = Composite(
            name: "Outer",
            attributes: simple + [
                level, Attribute(name: "inner", type: .composite, isOptional: true, compositeName: "Inner"),
            ])
        let composites = [
            Attribute(name: name(of: .composite), type: .composite, isOptional: true, compositeName: "Outer"),
            Attribute(name: "required", type: .composite, isOptional: false, compositeName: "Outer"),
        ]
        // The name of one case is the value of another.
        let letter = Attribute(
            name: "letter", type: .string, isOptional: true,
            userInfo: ["modelgen.enum": "Letter", "modelgen.enum.cases": "a = b, b = c"])
        let thing = Entity(
            name: "Thing", attributes: simple + composites + [level, letter],
            relationships: [
                Relationship(name: "next", isOptional: true, destinationName: "Thing", inverseName: "previous"),
                Relationship(name: "previous", isOptional: true, destinationName: "Thing", inverseName: "next"),
                Relationship(
                    name: "friends", isOptional: true, isToMany: true, destinationName: "Thing",
                    inverseName: "friendOf"),
                Relationship(
                    name: "friendOf", isOptional: true, isToMany: true, destinationName: "Thing",
                    inverseName: "friends"),
                Relationship(
                    name: "tags", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Tag",
                    inverseName: "things"),
            ])
        let special = Entity(
            name: "Special", parentName: "Thing",
            attributes: [Attribute(name: "entity", type: .string, isOptional: true)])
        let tag = Entity(
            name: "Tag", attributes: [Attribute(name: "id", type: .string, isOptional: true)],
            relationships: [
                Relationship(
                    name: "things", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Thing",
                    inverseName: "tags"),
                Relationship(name: "owner", isOptional: true, destinationName: "Special"),
            ])
        return ManagedObjectModel(
            Model(name: "Everything", entities: [special, tag, thing], composites: [inner, outer]))
    }()

    /// Objects with all values of all types, and one without any.
    private static func fill(_ context: ManagedObjectContext, cases: [String] = ["b", "c", "d"]) throws {
        let types = AttributeType.allCases.map { ($0, values(of: $0)) }.filter { !$0.1.isEmpty }
        let count = types.map(\.1.count).max() ?? 0
        var things: [ManagedObject] = []
        for number in 0..<count {
            let thing = context.insertNewObject(forEntityName: number % 3 == 2 ? "Special" : "Thing")
            for (type, values) in types {
                thing.setStoredValue(values[number % values.count], forKey: name(of: type))
            }
            let composites = values(of: .composite)
            thing.setStoredValue(composites[number % composites.count], forKey: "required")
            thing.setStoredValue(.integer(Int64(number % 3)), forKey: "level")
            thing.setStoredValue(.string(cases[number % cases.count]), forKey: "letter")
            things.append(thing)
        }
        let empty = context.insertNewObject(forEntityName: "Special")
        empty.setStoredValue(.composite([:]), forKey: "required")
        things.append(empty)
        try context.obtainPermanentIDs(for: things)
        let tags = (0..<3).map { _ in context.insertNewObject(forEntityName: "Tag") }
        for (number, tag) in tags.enumerated() { tag.setValue("tag \(number)", forKey: "id") }
        try context.obtainPermanentIDs(for: tags)
        // Forth and back, also to itself, and in another order on the other side.
        things[0].setValue(things[5], forKey: "next")
        things[5].setValue(things[1], forKey: "next")
        things[2].setValue(things[2], forKey: "next")
        things[3].setValue(Set([things[4], things[3], things[0]]), forKey: "friends")
        things[4].setValue(Set([things[0], empty]), forKey: "friends")
        things[0].setValue([tags[2], tags[0], tags[1]], forKey: "tags")
        things[1].setValue([tags[1], tags[0]], forKey: "tags")
        tags[0].setValue([things[1], things[0]], forKey: "things")
        tags[1].setValue([things[0], things[1]], forKey: "things")
        tags[2].setValue(things[2], forKey: "owner")
        try context.save()
    }

    @Test("An import restores nil for a composite that contains a required one", arguments: formats)
    func requiredCompositesInComposites(_ format: ImportFile.Format) throws {
        let level = Attribute(name: "level", type: .integer16)
        let inner = Composite(name: "Inner", attributes: [level])
        let outer = Composite(
            name: "Outer", attributes: [Attribute(name: "inner", type: .composite, compositeName: "Inner")])
        let place = Entity(
            name: "Place",
            attributes: [Attribute(name: "outer", type: .composite, isOptional: true, compositeName: "Outer")])
        let model = ManagedObjectModel(Model(name: "Places", entities: [place], composites: [inner, outer]))
        let source = try container(.json, "source", model).newContext()
        for level in [nil, Int64(1)] {
            source.insertNewObject(forEntityName: "Place").setStoredValue(
                level.map { .composite(["inner": .composite(["level": .integer($0)])]) } ?? .null, forKey: "outer")
        }
        try source.save()
        let text = try exported(source, format)
        let copy = try container(.json, "copy", model)
        #expect(try take(text, format, in: copy.newContext()).rejected == [])
        #expect(try exported(copy.newContext(), format) == text)
        let isMissing = try copy.newContext().fetch(FetchRequest<ManagedObject>(entityName: "Place"))
            .map { $0.value(forKey: "outer") == nil }
        #expect(isMissing == [true, false])
    }

    @Test("An import restores every value and relationship of an export", arguments: Kind.allCases, formats)
    func everything(_ kind: Kind, _ format: ImportFile.Format) throws {
        let source = try container(kind, "source", Self.model)
        try Self.fill(source.newContext())
        let text = try exported(source.newContext(), format)
        #expect(!text.contains("…"))
        let copy = try container(kind, "copy", Self.model)
        let importer = try take(text, format, in: copy.newContext())
        #expect(importer.rejected == [])
        #expect(try exported(copy.newContext(), format) == text)
        let stores = [source, copy].compactMap(\.persistentStoreCoordinator.persistentStores.first)
        #expect(try StoreCopy(of: stores[0], model: Self.model).differences(from: stores[1]) == [])
    }

    @Test("Raw values of enums are restored even if they are the names of other cases", arguments: formats)
    func rawValues(_ format: ImportFile.Format) throws {
        let source = try container(.json, "source", Self.model)
        try Self.fill(source.newContext(), cases: ["a", "b", "c"])
        let text = try exported(source.newContext(), format, rawValues: true)
        let copy = try container(.json, "copy", Self.model)
        #expect(try take(text, format, rawValues: true, in: copy.newContext()).rejected == [])
        let stores = [source, copy].compactMap(\.persistentStoreCoordinator.persistentStores.first)
        #expect(try StoreCopy(of: stores[0], model: Self.model).differences(from: stores[1]) == [])
    }

    @Test("A raw value without a case that is the name of another case is exported only as a stored value")
    func ambiguousValues() throws {
        let source = try container(.json, "source", Self.model)
        // The cases are a = b and b = c.
        try Self.fill(source.newContext(), cases: ["b", "a"])
        let message = "the raw value of 'letter' has no case, and an import would read it as the case 'a'"
        for format in Self.formats {
            let error = #expect(throws: ExportError.self) { try exported(source.newContext(), format) }
            #expect(error?.description == "Thing/p2: \(message); add --raw-values, also to the import")
        }
        let context = source.newContext()
        let shown = try ObjectQuery(text: "Thing where id == 2 columns letter").table(in: context)
        #expect(shown.text(.csv) == "letter\r\na\r\n")
        #expect(throws: ExportError.self) {
            try text(
                ObjectQuery(text: "Thing columns letter").exportedStream(in: context, flattensComposites: true), .csv)
        }
    }

    @Test("Nil is restored even if the attribute has a default", arguments: formats, ["Thing", "Thing columns a, n"])
    func nilInsteadOfDefaults(_ format: ImportFile.Format, _ query: String) throws {
        let thing = Entity(
            name: "Thing",
            attributes: [
                Attribute(name: "a", type: .string, isOptional: true, defaultValueString: "x"),
                Attribute(name: "n", type: .integer32, isOptional: true, defaultValueString: "7"),
                Attribute(name: "plain", type: .string, isOptional: true),
            ])
        let other = Entity(
            name: "Other", attributes: [Attribute(name: "a", type: .string, isOptional: true)])
        let model = ManagedObjectModel(Model(name: "Defaults", entities: [other, thing]))
        let context = try container(.json, "source", model).newContext()
        for values in [(nil, nil), ("", .integer(0)), ("x", .integer(7))] as [(String?, AttributeValue?)] {
            let thing = context.insertNewObject(forEntityName: "Thing")
            thing.setValue(values.0, forKey: "a")
            thing.setStoredValue(values.1 ?? .null, forKey: "n")
        }
        _ = context.insertNewObject(forEntityName: "Other")
        try context.save()
        let all = try exported(context, format)
        let copy = try container(.json, "copy", model)
        #expect(try take(all, format, in: copy.newContext()).rejected == [])
        #expect(try exported(copy.newContext(), format) == all)
        let part = try text(
            ObjectQuery(text: query).exportedStream(in: context, flattensComposites: format == .csv), format)
        let partOfCopy = try container(.json, "part", model)
        #expect(try take(part, format, of: "Thing", in: partOfCopy.newContext()).rejected == [])
        func values(_ context: ManagedObjectContext) throws -> String {
            try ObjectQuery(text: "Thing columns a, n").table(in: context).text(.csv)
        }
        #expect(try values(copy.newContext()) == "a,n\r\n,\r\n\"\",0\r\nx,7\r\n")
        #expect(try values(partOfCopy.newContext()) == values(copy.newContext()))
        if format == .jsonl { #expect(all.hasPrefix("{\"id\": 1, \"entity\": \"Other\"}\n")) }
    }

    @Test("A single column is restored with its nil values and its empty strings, in any order", arguments: formats)
    func singleColumns(_ format: ImportFile.Format) throws {
        let thing = Entity(name: "Thing", attributes: [Attribute(name: "a", type: .string, isOptional: true)])
        let model = ManagedObjectModel(Model(name: "Single", entities: [thing]))
        let texts: [String?] = [nil, nil, nil, "", "", " ", "x", "nil", "\"", "\r\n", "\n", ",", "\"\""]
        for seed in 0..<20 {
            var random = SplitMix(seed: UInt64(seed))
            let values = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                texts.randomElement(using: &random) ?? nil
            }
            let context = try container(.json, "source\(seed)", model).newContext()
            for value in values {
                // Each is saved alone, so that the numbers have this order.
                context.insertNewObject(forEntityName: "Thing").setValue(value, forKey: "a")
                try context.save()
            }
            let query = try ObjectQuery(text: "Thing columns a sort id")
            let text = try self.text(
                query.exportedStream(in: context, flattensComposites: format == .csv), format)
            let copy = try container(.json, "copy\(seed)", model).newContext()
            let importer = try take(text, format, of: "Thing", in: copy)
            #expect(importer.rejected == [] && importer.insertedCount == values.count, "\(seed)")
            var request = FetchRequest<ManagedObject>(entityName: "Thing")
            request.sortDescriptors = [ModelSortDescriptor(key: "self", ascending: true)]
            #expect(try copy.fetch(request).map { $0.value(forKey: "a") as? String } == values, "\(seed)")
        }
    }

    @Test("A query for one entity and its descendants is restored with their entities", arguments: formats)
    func oneFamily(_ format: ImportFile.Format) throws {
        let source = try container(.json, "source", Self.model)
        let context = source.newContext()
        for name in ["Thing", "Special"] {
            let thing = context.insertNewObject(forEntityName: name)
            thing.setStoredValue(.composite([:]), forKey: "required")
            if name == "Special" { thing.setValue("x", forKey: "entity") }
        }
        try context.save()
        let query = try ObjectQuery(text: "Thing")
        func text(_ context: ManagedObjectContext) throws -> String {
            try self.text(query.exportedStream(in: context, flattensComposites: format == .csv), format)
        }
        let before = try text(context)
        let copy = try container(.json, "copy", Self.model)
        #expect(try take(before, format, of: "Thing", in: copy.newContext()).rejected == [])
        #expect(try text(copy.newContext()) == before)
        #expect(try ObjectQuery(text: "Special").count(in: copy.newContext()) == 1)
    }

    // MARK: Relationships

    private static let people: ManagedObjectModel = {
        let person = Entity(
            name: "Person", attributes: [Attribute(name: "name", type: .string)],
            relationships: [
                Relationship(name: "boss", isOptional: true, destinationName: "Person", inverseName: "staff"),
                Relationship(
                    name: "staff", isOptional: true, isToMany: true, destinationName: "Person", inverseName: "boss"),
            ])
        return ManagedObjectModel(Model(name: "People", entities: [person]))
    }()

    private func bosses(_ context: ManagedObjectContext) throws -> [[String]] {
        try ObjectQuery(text: "Person sort name columns name, boss.name, staff.name").table(in: context).rows
            .map { $0.map(\.text) }
    }

    @Test("Rows point to the rows of their file, whatever numbers the new objects get", arguments: formats)
    func gaps(_ format: ImportFile.Format) throws {
        let context = try container(.json, "source", Self.people).newContext()
        let people = ["a", "b", "c", "d", "e"].map { name in
            let person = context.insertNewObject(forEntityName: "Person")
            person.setValue(name, forKey: "name")
            return person
        }
        try context.save()
        people[2].setValue(people[4], forKey: "boss")
        people[4].setValue(people[3], forKey: "boss")
        context.delete(people[0])
        context.delete(people[1])
        try context.save()
        let copy = try container(.json, "copy", Self.people).newContext()
        let other = copy.insertNewObject(forEntityName: "Person")
        other.setValue("z", forKey: "name")
        try copy.save()
        let importer = try take(exported(context, format), format, in: copy)
        #expect(importer.rejected == [])
        #expect(try bosses(copy) == [["c", "e", ""], ["d", "", "e"], ["e", "d", "c"], ["z", "", ""]])
    }

    @Test("A row that points to a rejected row is rejected, and so on")
    func rejectedDestinations() throws {
        let context = try container(.json, "store", Self.people).newContext()
        let importer = try take(
            """
            id,name,boss,staff
            1,a,2,
            2,b,3,
            3,,,
            4,d,,5 6
            5,e,4,
            6,f,4,
            7,g,8,
            8,h,,
            8,i,,

            """, .csv, of: "Person", in: context)
        let missing = "'boss' names an object of 'Person' that does not exist"
        #expect(
            importer.rejected == [
                RejectedRow(line: 2, message: missing), RejectedRow(line: 3, message: missing),
                RejectedRow(line: 4, message: "'Person.name' is required but has no value"),
                RejectedRow(line: 8, message: "'boss' names a number that several rows have"),
            ])
        #expect(
            try bosses(context) == [
                ["d", "", "e f"], ["e", "d", ""], ["f", "d", ""], ["h", "", ""], ["i", "", ""],
            ])
    }

    @Test("Very many rows with the same number are rejected if they point to it", .timeLimit(.minutes(1)))
    func repeatedNumbers() throws {
        let context = try PersistentContainer(model: Self.people, store: .inMemory).newContext()
        let rows = "id,name,boss\n" + String(repeating: "1,a,1\n", count: 20_000) + "2,b,\n"
        let importer = try take(rows, .csv, of: "Person", in: context)
        #expect(importer.rejected.count == 20_000)
        #expect(Set(importer.rejected.map(\.message)) == ["'boss' names a number that several rows have"])
        #expect(try bosses(context) == [["b", "", ""]])
    }

    @Test("A row without an entity is rejected if the import has none")
    func missingEntity() throws {
        let context = try container(.json, "store", Self.people).newContext()
        let importer = try take(
            #"[{"name": "a"}, {"entity": "Persn", "name": "b"}, {"entity": "Person", "name": "c"}]"#, .json,
            in: context)
        #expect(
            importer.rejected == [
                RejectedRow(
                    line: 1, column: 2,
                    message: "the row has no field 'entity'; add it, or specify the entity of all rows"),
                RejectedRow(
                    line: 1, column: 17,
                    message: "the model has no entity 'Persn' with objects; did you mean 'Person'?"),
            ])
        #expect(try bosses(context) == [["c", "", ""]])
    }

    // MARK: Composites

    /// Composites of which each contains the next one twice, so an object could have more than a million members.
    private static let nestedComposites = (0..<20).map { level in
        Composite(
            name: "C\(level)",
            attributes: ["a", "b"].map {
                Attribute(
                    name: $0, type: level == 19 ? .string : .composite, isOptional: true,
                    compositeName: level == 19 ? nil : "C\(level + 1)")
            })
    }

    /// A container with an object that has one of the members.
    private func nestedMembers() throws -> ManagedObjectContext {
        let thing = Entity(
            name: "Thing",
            attributes: [Attribute(name: "c", type: .composite, isOptional: true, compositeName: "C0")])
        let model = ManagedObjectModel(
            Model(name: "Nested", entities: [thing], composites: Self.nestedComposites))
        let context = try container(.json, "nested", model).newContext()
        let path = Array(repeating: "a", count: 20).joined(separator: ".")
        #expect(try take("c.\(path)\ndeep\n", .csv, of: "Thing", in: context).rejected == [])
        return context
    }

    @Test("A table with too many members of composites is an error at once", .timeLimit(.minutes(1)))
    func tooManyMembers() throws {
        let context = try nestedMembers()
        let message =
            "the composites of 'c' have more than 2000 members, each of which would be a column; export JSON, which has "
            + "none"
        let whole = #expect(throws: ExportError.self) { try exported(context, .csv) }
        #expect(whole?.message == message)
        #expect(whole?.description == message)
        let failure = #expect(throws: ExportError.self) {
            try ObjectQuery(text: "Thing columns c").table(in: context, flattensComposites: true)
        }
        #expect(failure?.message == message)
        // JSON contains only the members that exist.
        let json = try exported(context, .jsonl)
        #expect(json == "{\"id\": 1, \"entity\": \"Thing\", \"c\": \(nested("\"deep\""))}\n")
        #expect(try ObjectQuery(text: "Thing columns c").table(in: context).text(.csv).hasPrefix("c\r\n"))
    }

    private func nested(_ text: String) -> String {
        (0..<20).reduce(text) { text, _ in "{\"a\": \(text)}" }
    }

    @Test("Only the members that an import names are looked for", .timeLimit(.minutes(1)))
    func namedMembers() throws {
        let context = try nestedMembers()
        let importer = try RowImporter(entityNamed: "Thing", mapping: ImportMapping(), in: context)
        let deep = Array(repeating: "b", count: 20).joined(separator: ".")
        let file = try ImportFile(Array("c.\(deep),c.x,c,c.,d.a\n1,2,,3,4\n".utf8), format: .csv)
        #expect(importer.unusedFields(in: file).map(\.name) == ["c.", "c.x", "d.a"])
        try importer.importRows(of: file)
        try importer.importRows(of: ImportFile(Array("c.x\n1\n".utf8), format: .csv))
        #expect(importer.rejected.map(\.message) == ["no field of the row is a property of 'Thing'"])
    }

    @Test("A field for one member of a composite changes only this member")
    func partsOfComposites() throws {
        let place = Composite(
            name: "Place",
            attributes: [
                Attribute(name: "city", type: .string, isOptional: true),
                Attribute(name: "zip", type: .string, isOptional: true),
            ])
        let shop = Entity(
            name: "Shop",
            attributes: [
                Attribute(name: "name", type: .string),
                Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place"),
            ])
        let model = ManagedObjectModel(Model(name: "Shops", entities: [shop], composites: [place]))
        let context = try container(.json, "store", model).newContext()
        #expect(
            try take("name,place.city,place.zip\na,Rome,1\nb,Oslo,\nc,,\n", .csv, of: "Shop", in: context).rejected
                == [])
        let table = { try ObjectQuery(text: "Shop sort name columns name, place").table(in: context).text(.jsonl) }
        #expect(
            try table() == """
                {"name": "a", "place": {"city": "Rome", "zip": "1"}}
                {"name": "b", "place": {"city": "Oslo"}}
                {"name": "c"}

                """)
        _ = try take(
            "name,place.zip\na,2\nb,3\nc,4\n", .csv, of: "Shop", mapping: #"{"match": "name"}"#, in: context)
        #expect(
            try table() == """
                {"name": "a", "place": {"city": "Rome", "zip": "2"}}
                {"name": "b", "place": {"city": "Oslo", "zip": "3"}}
                {"name": "c", "place": {"zip": "4"}}

                """)
        let file = try ImportFile(
            Array(#"[{"name": "d", "place": {"town": "x"}}, {"place.town": 1}]"#.utf8), format: .json)
        let importer = try RowImporter(entityNamed: "Shop", mapping: ImportMapping(), in: context)
        #expect(importer.unusedFields(in: file).map(\.name) == ["place.town"])
        try importer.importRows(of: file)
        #expect(
            importer.rejected.map(\.message) == [
                "the composite 'place' has no attribute 'town'", "no field of the row is a property of 'Shop'",
            ])
        #expect(
            try ObjectQuery(text: "Shop where name == 'a' columns name, place").table(in: context).text(
                .text(width: nil)) == """
                    name  place
                    ----  ----------------------------
                    a     {"city": "Rome", "zip": "2"}

                    """)
        let long = try #require(context.fetch(FetchRequest<ManagedObject>(entityName: "Shop")).first)
        long.setValue(["city": String(repeating: "x", count: 100)], forKey: "place")
        #expect(
            try ObjectQuery(text: "Shop where name == 'a' columns place").table(in: context).rows.map { $0.map(\.text) }
                == [["{\"city\": \"\(String(repeating: "x", count: 100))\"}"]])
        #expect(
            try ObjectQuery(text: "Shop where name == 'a' columns place").table(in: context).text(.text(width: nil))
                == "place\n\(String(repeating: "-", count: 40))\n{\"city\": \"\(String(repeating: "x", count: 29))…\n")
    }
}
