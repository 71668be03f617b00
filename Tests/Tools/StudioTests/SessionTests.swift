import CSQLite
import Foundation
import JSONStore
import JSONTokens
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreExchange
import TestSupport
import Testing

@testable import StoreStudio

/// What pages ask for and change, without a browser.
@Suite struct SessionTests {
    private typealias Kind = Library.Kind

    private func ids(_ session: StudioSession, _ entity: String, _ condition: String? = nil) async throws -> [String] {
        try await session.rows(StudioQuery(entity: entity, condition: condition), columns: [], offset: 0, limit: 100)
            .rows
            .map(\.id)
    }

    private func refusal(_ work: () async throws -> Void) async -> StudioError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? StudioError
        }
    }

    private func change(_ session: StudioSession, _ change: StudioChange) async throws -> StateResponse {
        try await session.change(change)
    }

    @Test("The cells of a row have the values of their types", arguments: Kind.allCases)
    func rowsHaveValuesByTheirTypes(_ kind: Library.Kind) async throws {
        let session = try Library(kind).session()
        let columns = ["title", "pages", "price", "isRead", "state", "site", "cover", "shelf", "tags", "shelf.name"]
        let answer = try await session.rows(
            StudioQuery(entity: "Novel"), columns: columns, offset: 0, limit: 10)
        let row = try #require(answer.rows.first)
        #expect(answer.rows.count == 1)
        #expect(row.label == "Emma" && row.change == nil)
        #expect(
            Array(row.cells.prefix(6)) == [
                .text("Emma"), .number(474), .digits("9.99"), .boolean(true),
                .enumerationCase("used", stored: "1"), .uri("https://example.org/emma"),
            ])
        guard case .data(let preview) = row.cells[6], case .object(let shelf) = row.cells[7],
            case .objects(let tags, let tagCount) = row.cells[8]
        else {
            Issue.record("\(row.cells)")
            return
        }
        #expect(preview.kind == .png && preview.count == Library.picture?.count)
        #expect(shelf.label == "Novels" && shelf.entity == "Shelf")
        #expect(tags.map(\.label) == ["classic"] && tagCount == 1)
        #expect(row.cells[9] == .text("Novels"))
    }

    @Test("The members of composites have a limit, beyond which the page shows only their values")
    func membersOfComposites() {
        /// An entity with composites in composites, each with some members.
        func answer(depth: Int, width: Int) -> EntityResponse? {
            let composites = (0..<depth).map { level in
                Composite(
                    name: "C\(level)",
                    attributes: (0..<width).map {
                        Attribute(
                            name: "m\($0)", type: level == depth - 1 ? .string : .composite,
                            compositeName: "C\(level + 1)")
                    })
            }
            let entity = Entity(
                name: "E",
                attributes: ["x", "y"].map { Attribute(name: $0, type: .composite, compositeName: "C0") })
            let model = ManagedObjectModel(Model(name: "M", entities: [entity], composites: composites))
            var remaining = PropertyResponse.maximumMemberCount
            return model.entities.first.map {
                EntityResponse($0, in: model.schema, ObjectLabels(), remainingMemberCount: &remaining)
            }
        }
        func count(_ property: PropertyResponse) -> Int {
            (property.members ?? []).reduce(property.members?.count ?? 0) { $0 + count($1) }
        }
        let small = answer(depth: 3, width: 3)?.properties ?? []
        #expect(small.map(count) == [39, 39])
        #expect(small.map(\.isFixed) == [false, false])
        for (depth, width) in [(20, 2), (20, 10), (1, 20_000)] {
            let properties = answer(depth: depth, width: width)?.properties ?? []
            #expect(properties.count == 2)
            #expect(properties.map(count).reduce(0, +) <= 10_000, "\(depth) \(width)")
        }
        let wide = answer(depth: 1, width: 20_000)?.properties ?? []
        #expect(wide.map(\.isFixed) == [true, true])
    }

    @Test("Queries are counted, sorted, and divided into pages")
    func questionsAreCountedOrderedAndCut() async throws {
        let session = try Library(.sqlite, bookCount: 250).session()
        #expect(try await session.count(StudioQuery(entity: "Book")).count == 250)
        #expect(try await session.count(StudioQuery(entity: "Book", condition: "state == 'worn'")).count == 82)
        let order = [StudioQuery.Order(key: "title", isAscending: false)]
        let window = try await session.rows(
            StudioQuery(entity: "Book", condition: "title BEGINSWITH 'Book 1'", order: order), columns: ["title"],
            offset: 2, limit: 2)
        #expect(window.rows.map(\.cells) == [[.text("Book 197")], [.text("Book 196")]])
        #expect(try await session.counts().counts == ["Shelf": 2, "Book": 249, "Novel": 1, "Tag": 1])
        let greatest = try await session.rows(StudioQuery(entity: "Book"), columns: [], offset: 0, limit: 100_000)
        #expect(greatest.rows.count == 250)
    }

    @Test("Errors and warnings in a query have their columns")
    func errorsSayTheirPlace() async throws {
        let session = try Library(.json).session()
        let malformed = await refusal {
            _ = try await session.count(StudioQuery(entity: "Book", condition: "title =="))
        }
        #expect(malformed?.column == 9)
        let unknown = await refusal {
            _ = try await session.count(StudioQuery(entity: "Book", condition: "titel == 'x'"))
        }
        #expect(unknown?.column == 1)
        #expect(unknown?.description == "column 1: 'Book' has no property 'titel'; did you mean 'title'?")
        #expect(await refusal { _ = try await session.count(StudioQuery(entity: "Boat")) } != nil)
        #expect(await refusal { _ = try await session.object(named: "x-coredata://nothing/Book/p1") } != nil)
        let warned = try await session.rows(
            StudioQuery(entity: "Book", condition: "pages == 'ten'"), columns: [], offset: 0, limit: 1)
        #expect(warned.warnings.map(\.column) == [1])
    }

    @Test("Changes are pending until they are saved", arguments: Kind.allCases)
    func changesArePendingUntilTheyAreSaved(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        var state = try await change(session, .set(object: emma, key: "title", value: .text("Emma!")))
        #expect(state.pendingCount == 1 && state.canUndo)
        state = try await change(session, .set(object: emma, key: "state", value: .text("worn")))
        let pending = await session.pending().changes
        #expect(pending.map(\.kind) == ["updated"])
        #expect(pending.first?.properties.map(\.key) == ["state", "title"])
        #expect(pending.first?.properties.last?.before == .text("Emma"))
        state = try await change(session, .undo)
        #expect(
            try await session.object(named: emma).values.first { $0.key == "state" }?.cell
                == .enumerationCase("used", stored: "1"))
        state = try await change(session, .redo)
        #expect(try title(library, ofNovelIn: library.container(isReadOnly: true)) == "Emma")
        state = try await change(session, .save)
        #expect(state.pendingCount == 0 && state.problems.isEmpty && state.conflicts.isEmpty)
        #expect(try title(library, ofNovelIn: library.container(isReadOnly: true)) == "Emma!")
    }

    private func title(_ library: Library, ofNovelIn container: PersistentContainer) throws -> String? {
        let request = FetchRequest<ManagedObject>(entityName: "Novel")
        return try container.newContext().fetch(request).first?.value(forKey: "title") as? String
    }

    @Test("Values are validated with the name of their field")
    func valuesAreCheckedAtTheirField() async throws {
        let session = try Library(.json).session()
        let emma = try #require(try await ids(session, "Novel").first)
        for (key, text) in [("pages", "0"), ("pages", "many"), ("bought", "yesterday"), ("isRead", "perhaps")] {
            let refusal = await refusal {
                _ = try await change(session, .set(object: emma, key: key, value: .text(text)))
            }
            #expect(refusal?.key == key, "\(key) = \(text)")
        }
        #expect(await refusal { _ = try await change(session, .set(object: emma, key: "title", value: .null)) } != nil)
        #expect(await session.state().pendingCount == 0)
    }

    @Test("A new object gets its permanent identity when it is saved", arguments: Kind.allCases)
    func newObjectsGetTheirIdentityBySaving(_ kind: Library.Kind) async throws {
        let session = try Library(kind).session()
        let made = try #require(try await change(session, .insert(entity: "Book")).object)
        let refused = try await change(session, .save)
        #expect(refused.problems.map(\.key) == ["title"])
        #expect(refused.pendingCount == 1)
        _ = try await change(session, .set(object: made, key: "title", value: .text("New")))
        let shelf = try #require(try await ids(session, "Shelf", "name == 'Empty'").first)
        _ = try await change(session, .link(object: made, relationship: "shelf", destination: shelf, isConnected: true))
        #expect(
            try await session.members(of: shelf, relationship: "books", offset: 0, limit: 9).members.map(\.label) == [
                "New"
            ])
        let saved = try await change(session, .save)
        let permanent = try #require(saved.identities[made])
        #expect(try await session.object(named: permanent).label == "New")
        _ = try await change(
            session, .link(object: shelf, relationship: "books", destination: permanent, isConnected: false))
        #expect(try await session.object(named: permanent).values.first { $0.key == "shelf" }?.cell == .null)
        #expect(
            await refusal {
                _ = try await change(
                    session, .link(object: made, relationship: "shelf", destination: permanent, isConnected: true))
            } != nil)
    }

    @Test("The effects of a deletion are shown before it")
    func deletionsAreShownBeforeTheyAreMade() async throws {
        let session = try Library(.json).session()
        let shelf = try #require(try await ids(session, "Shelf", "name == 'Novels'").first)
        let deletion = try await session.deletion(of: [shelf])
        #expect(deletion.count == 6)
        #expect(deletion.objects.first?.label == "Novels")
        #expect(deletion.affected.map(\.label) == ["classic"])
        #expect(deletion.problems.isEmpty)
        #expect(await session.state().pendingCount == 0)
        let tag = try #require(try await ids(session, "Tag").first)
        #expect(try await session.deletion(of: [tag]).problems.map(\.key) == ["books"])
        let state = try await change(session, .delete(objects: [shelf]))
        #expect(state.pendingCount == 7)
        _ = try await change(session, .discard())
        #expect(try await ids(session, "Shelf").count == 2)
    }

    @Test("External changes are merged, and conflicts are resolved by choice")
    func conflicts() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await change(session, .set(object: emma, key: "title", value: .text("Mine")))
        _ = try await change(session, .set(object: emma, key: "pages", value: .text("5")))
        let before = await session.state().revision
        let other = try library.container().newContext()
        let theirs = try #require(try other.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        theirs.setValue("Theirs", forKey: "title")
        theirs.setValue("Harriet", forKey: "hero")
        try other.save()
        await session.checkForExternalChanges()
        let conflicted = try await change(session, .save)
        let conflict = try #require(conflicted.conflicts.first)
        #expect(conflict.properties.map(\.key) == ["pages", "title"])
        #expect(conflict.properties.last?.mine == .text("Mine") && conflict.properties.last?.theirs == .text("Theirs"))
        let settled = try await change(session, .resolve([StudioChange.Choice(object: emma, theirs: ["title"])]))
        #expect(settled.conflicts.isEmpty && settled.problems.isEmpty && settled.pendingCount == 0)
        let values = try await session.object(named: emma).values
        func cell(_ key: String) -> Cell? { values.first { $0.key == key }?.cell }
        #expect(cell("title") == .text("Theirs") && cell("pages") == .number(5) && cell("hero") == .text("Harriet"))
        #expect(await session.state().revision > before)
    }

    @Test(
        "A store that another program has open is read-only, and its changes are shown",
        arguments: Kind.allCases)
    func aStoreInUseIsOnlyReadAndFollowed(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        let app = try library.container()
        let session = try library.session(isReadOnly: kind == .sqlite)
        #expect(await session.overview().readOnlyReason != nil)
        #expect(await refusal { _ = try await change(session, .insert(entity: "Book")) } != nil)
        let context = app.newContext()
        context.insertNewObject(forEntityName: "Tag").setValue("added", forKey: "name")
        try context.save()
        await session.checkForExternalChanges()
        #expect(try await session.count(StudioQuery(entity: "Tag")).count == 2)
    }

    @Test("A deleted file is reported")
    func aStoreThatIsGoneIsSaid() async throws {
        let library = try Library(.sqlite)
        let session = try library.session(isReadOnly: true)
        try FileManager.default.removeItem(at: library.url)
        await session.checkForExternalChanges()
        #expect(await session.state().trouble == "The store's file was removed. What was read stays visible.")
    }

    @Test("A removed JSON file is no longer reported after a save has created it again")
    func aFileThatIsWrittenAgain() async throws {
        let library = try Library(.json)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await change(session, .set(object: emma, key: "title", value: .text("Mine")))
        try FileManager.default.removeItem(at: library.url)
        await session.checkForExternalChanges()
        #expect(await session.state().trouble == "The store's file was removed. What was read stays visible.")
        #expect(try await change(session, .save).trouble == nil)
        #expect(FileManager.default.fileExists(atPath: library.url.path(percentEncoded: false)))
    }

    @Test("Nothing is saved to a file that was replaced")
    func nothingIsSavedToAFileThatWasReplaced() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await change(session, .set(object: emma, key: "title", value: .text("Mine")))
        let other = try Library(.sqlite)
        try FileManager.default.removeItem(at: library.url)
        try FileManager.default.copyItem(at: other.url, to: library.url)
        await session.checkForExternalChanges()
        await session.checkForExternalChanges()
        #expect(await session.state().trouble?.hasPrefix("Another file replaced the store.") == true)
        #expect(await refusal { _ = try await change(session, .save) } != nil)
        #expect(await session.state().pendingCount == 1)
    }

    @Test("Resolving a conflict with a destination that is deleted here is refused")
    func deletedDestinations() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        let shelf = try #require(try await ids(session, "Shelf", "name == 'Empty'").first)
        _ = try await change(session, .link(object: emma, relationship: "shelf", destination: shelf, isConnected: true))
        _ = try await change(session, .set(object: emma, key: "pages", value: .text("7")))
        let other = try library.container().newContext()
        let theirs = try #require(try other.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        let made = other.insertNewObject(forEntityName: "Shelf")
        made.setValue("Theirs", forKey: "name")
        theirs.setValue(made, forKey: "shelf")
        try other.save()
        await session.checkForExternalChanges()
        #expect(try await change(session, .save).conflicts.isEmpty == false)
        let theirShelf = try #require(try await ids(session, "Shelf", "name == 'Theirs'").first)
        _ = try await change(session, .delete(objects: [theirShelf]))
        let choice = StudioChange.Choice(object: emma, theirs: ["shelf"])
        #expect(await refusal { _ = try await change(session, .resolve([choice])) }?.key == "shelf")
    }

    @Test("A locked store can be read, and saved later")
    func aStoreThatIsLockedIsReadAndSavedLater() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await change(session, .set(object: emma, key: "title", value: .text("Mine")))
        var other: OpaquePointer?
        defer { sqlite3_close(other) }
        #expect(sqlite3_open(library.url.path(percentEncoded: false), &other) == SQLITE_OK)
        #expect(sqlite3_exec(other, "BEGIN EXCLUSIVE; UPDATE ZTAG SET ZNAME = 'theirs'", nil, nil, nil) == SQLITE_OK)
        let refused = try await change(session, .save)
        #expect(
            refused.problems.map(\.text) == [
                "\(library.url.path(percentEncoded: false)): another process is writing to the store; try again when it has finished"
            ])
        #expect(refused.pendingCount == 1)
        #expect(try await session.count(StudioQuery(entity: "Book", condition: "title == 'Mine'")).count == 1)
        #expect(sqlite3_exec(other, "COMMIT", nil, nil, nil) == SQLITE_OK)
        await session.checkForExternalChanges()
        #expect(try await session.count(StudioQuery(entity: "Tag", condition: "name == 'theirs'")).count == 1)
        let saved = try await change(session, .save)
        #expect(saved.problems.isEmpty && saved.pendingCount == 0)
    }

    @Test("Reading a store is not reported as a change")
    func readingIsNoChange() async throws {
        let library = try Library(.sqlite)
        let session = try library.session(isReadOnly: true)
        for _ in 0..<3 {
            _ = try await session.counts()
            // Another reader, whose connections bring a journal and take it away.
            _ = try library.container(isReadOnly: true).newContext()
                .count(for: FetchRequest<ManagedObject>(entityName: "Book"))
            await session.checkForExternalChanges()
        }
        #expect(await session.state().revision == 1)
    }

    @Test("Large values are shown in part", arguments: Kind.allCases)
    func largeValuesAreShownByTheirBeginning(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        let text = String(repeating: "é, a letter of two bytes. ", count: 300_000)
        let data = Data(repeating: 0xC3, count: 6 << 20)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await session.setData(data, forKey: "cover", of: emma)
        _ = try await change(session, .set(object: emma, key: "title", value: .text(text)))
        #expect(try await change(session, .save).problems.isEmpty)
        let rows = try await session.rows(
            StudioQuery(entity: "Novel"), columns: ["title", "cover"], offset: 0, limit: 10)
        #expect(rows.rows.first?.cells.first == .longText(String(text.prefix(200)), count: text.utf8.count))
        #expect(try JSONEncoder().encode(rows).count < 4_000)
        #expect(try JSONEncoder().encode(await session.object(named: emma)).count < 500_000)
        #expect(try JSONEncoder().encode(await session.pending()).count < 4_000)
        #expect(try await session.data(of: emma, key: "cover") == data)
        #expect(try await session.data(of: emma, key: "title") == Data(text.utf8))
        #expect(await refusal { _ = try await session.setData(data, forKey: "title", of: emma) }?.key == "title")
    }

    @Test("Infinite and invalid numbers are shown")
    func numbersThatAreNoneBreakNothing() async throws {
        let library = try Library(.json)
        let context = try library.container().newContext()
        for seconds in [Double.infinity, .nan, .nan] {
            let book = context.insertNewObject(forEntityName: "Book")
            book.setValuesForKeys(["title": "Never", "bought": Date(timeIntervalSinceReferenceDate: seconds)])
        }
        try context.save()
        let session = try library.session()
        let answer = try await session.rows(
            StudioQuery(entity: "Book"), columns: ["title", "bought"], offset: 0, limit: 100)
        #expect(throws: Never.self) { try JSONEncoder().encode(answer) }
        let statistics = try await session.statistics(StudioQuery(entity: "Book"), key: "bought")
        #expect(throws: Never.self) { try JSONEncoder().encode(statistics) }
        let groups = try await session.groups(
            StudioQuery(entity: "Book", condition: "title == 'Never'"), by: "bought", measure: nil)
        #expect(groups.groups.first?.cell == .text("not a number") && groups.groups.first?.count == 2)
        #expect(groups.groupCount == 2 && groups.groups.first?.condition == nil)
    }

    @Test("Groups leave numbers that are not finite out of sums and averages, whatever their type")
    func numbersThatAreNotFiniteAreNotMeasured() async throws {
        let attributes = [
            Attribute(name: "kind", type: .integer16, isOptional: true),
            Attribute(name: "price", type: .decimal, isOptional: true),
            Attribute(name: "weight", type: .double, isOptional: true),
            Attribute(name: "share", type: .float, isOptional: true),
        ]
        let model = ManagedObjectModel(
            Model(name: "Goods", entities: [Entity(name: "Item", attributes: attributes)]))
        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = container.newContext()
        for number in [2.0, nil, 4.0] {
            let item = context.insertNewObject(forEntityName: "Item")
            item.setValue(1, forKey: "kind")
            item.setValue(number.map { Decimal($0) } ?? Decimal.nan, forKey: "price")
            item.setValue(number ?? Double.nan, forKey: "weight")
            item.setValue(number.map { Float($0) } ?? Float.infinity, forKey: "share")
        }
        try context.save()
        let store = StudioStore(
            name: "Goods", kind: "memory", url: nil, open: { _ in container }, readOnlyReason: { _ in nil })
        let session = try StudioSession(store, isReadOnly: false)
        for (measure, sum) in [("price", Cell.digits("6")), ("weight", .number(6)), ("share", .number(6))] {
            let groups = try await session.groups(StudioQuery(entity: "Item"), by: "kind", measure: measure).groups
            #expect(groups.map(\.count) == [3], "\(measure)")
            #expect(groups.map(\.sum) == [sum], "\(measure)")
            #expect(groups.map(\.average) == [.number(3)], "\(measure)")
            #expect(groups.map(\.greatest) == [measure == "price" ? .digits("4") : .number(4)], "\(measure)")
        }
    }

    @Test("A deleted object is shown until the save")
    func whatIsDeletedHereIsStillShown() async throws {
        let session = try Library(.json).session()
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await change(session, .delete(objects: [emma]))
        #expect(try await session.object(named: emma).change == "deleted")
        #expect(
            await refusal { _ = try await change(session, .set(object: emma, key: "pages", value: .text("5"))) } != nil)
    }

    @Test("Composite values are edited member by member", arguments: Kind.allCases)
    func compositesAreEditedMemberByMember(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        func size() async throws -> Cell? {
            try await session.object(named: emma).values.first { $0.key == "size" }?.cell
        }
        #expect(try await size() == .composite(["width": .number(12.5), "unit": .text("cm")]))
        _ = try await change(session, .set(object: emma, key: "size.width", value: .text("20")))
        _ = try await change(session, .set(object: emma, key: "size.unit", value: .null))
        #expect(try await change(session, .save).problems.isEmpty)
        #expect(try await size() == .composite(["width": .number(20)]))
        let other = await refusal {
            _ = try await change(session, .set(object: emma, key: "size.height", value: .text("1")))
        }
        #expect(other?.description == "'size' has no member 'height'")
        let wrong = await refusal {
            _ = try await change(session, .set(object: emma, key: "size.width", value: .text("wide")))
        }
        #expect(wrong?.key == "size.width")
        let other2 = try #require(try await ids(session, "Book", "title == 'Book 1'").first)
        _ = try await change(session, .set(object: other2, key: "size.unit", value: .text("mm")))
        #expect(
            try await session.object(named: other2).values.first { $0.key == "size" }?.cell
                == .composite(["unit": .text("mm")]))
    }

    @Test("Transformable values are edited as text", arguments: Kind.allCases)
    func transformables(
        _ kind: Library.Kind
    ) async throws {
        let library = try Library(kind)
        let session = try library.session()
        let emma = try #require(try await ids(session, "Novel").first)
        func settings() async throws -> ObjectResponse.Value {
            try #require(try await session.object(named: emma).values.first { $0.key == "settings" })
        }
        #expect(try await settings().text == #"{"font":"serif"}"#)
        let wrong = await refusal {
            _ = try await change(session, .set(object: emma, key: "settings", value: .text("{font}")))
        }
        #expect(wrong?.key == "settings")
        _ = try await change(session, .set(object: emma, key: "settings", value: .text(#"{"font":"mono"}"#)))
        #expect(try await change(session, .save).problems.isEmpty)
        let context = try library.container(isReadOnly: true).newContext()
        let novel = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        #expect(novel[transformable: "settings"] == ["font": "mono"])
        _ = try await change(session, .set(object: emma, key: "settings", value: .null))
        #expect(try await settings().text == nil)
        #expect(try await settings().fixedReason?.hasPrefix("No value is stored") == true)
    }

    @Test(
        "Bytes are edited as JSON only if the text of the field is JSON again",
        arguments: [
            (String.Encoding.utf8, "", true), (.utf8, "\u{FEFF}", false), (.utf16LittleEndian, "", false),
            (.utf16LittleEndian, "\u{FEFF}", false), (.utf32BigEndian, "", false),
        ])
    func bytesOfJSON(_ encoding: String.Encoding, _ mark: String, _ isEdited: Bool) throws {
        let data = try #require((mark + #"{"font":"serif"}"#).data(using: encoding))
        let text = try? TransformableText.of(.binary(data)).get()
        #expect(text?.text == (isEdited ? #"{"font":"serif"}"# : nil))
        if let text { #expect(try text.value(of: text.text) == .binary(data)) }
    }

    @Test("Property lists are edited as JSON, and archives are read-only")
    func propertyLists() throws {
        func form(_ list: Any) throws -> Result<TransformableText, TransformableText.UnreadableValueError> {
            TransformableText.of(
                .binary(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)))
        }
        let colors = try form(["colors": ["red", "blue"], "count": 2] as [String: Any]).get()
        #expect(colors.text.contains(#""red""#))
        guard case .binary(let changed) = try colors.value(of: #"{"colors": [], "count": 3}"#) else {
            Issue.record("the form has changed")
            return
        }
        let list = try PropertyListSerialization.propertyList(from: changed, format: nil) as? [String: Any]
        #expect(list?["count"] as? Int == 3 && changed.starts(with: Data("bplist00".utf8)))
        #expect(throws: TransformableText.UnreadableValueError.self) { try colors.value(of: "null") }
        #expect(throws: TransformableText.UnreadableValueError.self) {
            try form(["$archiver": "NSKeyedArchiver"]).get()
        }
        #expect(throws: TransformableText.UnreadableValueError.self) { try form(["when": Date()]).get() }
        #expect(throws: TransformableText.UnreadableValueError.self) {
            try TransformableText.of(.binary(Data([1, 2, 3]))).get()
        }
    }

    @Test("Archives are shown as their objects")
    func archivesAreShownAsTheirObjects() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(
            ["colors": ["red", "blue"], "size": 12.5, "at": try #require(URL(string: "https://example.org"))]
                as NSDictionary,
            forKey: NSKeyedArchiveRootObjectKey)
        let preview = DataPreview(archiver.encodedData, textCount: 1_000)
        #expect(preview.kind == .archive)
        for part in ["{\n", "colors: [\n", "    red\n", "size: 12.5", "at: https://example.org"] {
            #expect(preview.text.contains(part), "\(preview.text)")
        }
    }

    @Test("Objects show their version and history", arguments: Kind.allCases)
    func objectsTellTheirVersionAndOwnHistory(_ kind: Library.Kind) async throws {
        let session = try Library(kind, tracksHistory: true).session()
        let emma = try #require(try await ids(session, "Novel").first)
        let tag = try #require(try await ids(session, "Tag").first)
        let version = try #require(try await session.object(named: emma).version)
        for number in 1...25 {
            let object = number % 5 == 0 ? tag : emma
            let key = number % 5 == 0 ? "name" : "title"
            _ = try await change(session, .set(object: object, key: key, value: .text("T\(number)")))
            #expect(try await change(session, .save).problems.isEmpty)
        }
        let shown = try await session.object(named: emma)
        #expect(shown.version == version + 20)
        #expect(shown.history.transactions.map(\.number) == (1...24).filter { $0 % 5 != 0 }.reversed())
        #expect(shown.history.hasMore == false)
        #expect(shown.history.transactions.first?.properties == ["title"])
        #expect(shown.history.transactions.first?.author == "modelgen studio")
        let earlier = try await session.history(of: emma, before: 4)
        #expect(earlier.transactions.map(\.number) == [3, 2, 1])
        #expect(try await session.object(named: tag).history.transactions.map(\.number) == [25, 20, 15, 10, 5])
        let made = try #require(try await change(session, .insert(entity: "Tag")).object)
        #expect(try await session.object(named: made).version == nil)
        #expect(try await session.object(named: made).history.transactions.isEmpty)
    }

    @Test("The results of a query can be grouped", arguments: Kind.allCases)
    func questionsHaveGroups(_ kind: Library.Kind) async throws {
        let session = try Library(kind, bookCount: 50).session()
        let book = StudioQuery(entity: "Book")
        let states = try await session.groups(book, by: "state", measure: "pages")
        #expect(states.examinedCount == 50 && states.groupCount == 4 && !states.isPartial)
        #expect(states.groups.map(\.count) == [17, 16, 16, 1])
        #expect(states.groups.last?.cell == .number(7) && states.groups.last?.sum == .digits("10"))
        let worn = try #require(states.groups.first { $0.cell == .enumerationCase("worn", stored: "2") })
        #expect(worn.sum == .digits("408") && worn.average == .number(25.5))
        #expect(worn.least == .number(3) && worn.greatest == .number(48))
        #expect(try await session.groups(book, by: "state", measure: nil, limit: 1).isPartial == false)
        let shelves = try await session.groups(book, by: "shelf", measure: nil)
        #expect(shelves.groups.map(\.count) == [50])
        let months = try await session.groups(book, by: "bought", measure: nil)
        #expect(months.groups.map(\.cell) == [.null, .text("2023-03")])
        for (groups, key) in [(states, "state"), (shelves, "shelf"), (months, "bought")] {
            for group in groups.groups {
                let condition = try #require(group.condition)
                #expect(
                    try await session.count(StudioQuery(entity: "Book", condition: condition)).count == group.count,
                    "\(key): \(condition)")
            }
        }
        let emma = try #require(try await ids(session, "Novel").first)
        _ = try await change(session, .set(object: emma, key: "state", value: .text("worn")))
        #expect(try await session.groups(book, by: "state", measure: nil).groups.map(\.count) == [17, 16, 16, 1])
        #expect(await refusal { _ = try await session.groups(book, by: "tags", measure: nil) }?.key == "tags")
        #expect(await refusal { _ = try await session.groups(book, by: "state", measure: "title") }?.key == "title")
    }

    @Test("Queries to a database are shown as SQL")
    func questionsToADatabaseAreShownAsSQL() async throws {
        let session = try Library(.sqlite).session()
        let order = [StudioQuery.Order(key: "title", isAscending: true)]
        let texts = try await session.texts(
            StudioQuery(
                entity: "Book", condition: "title == 'it''s' OR pages > 5".replacing("''", with: "\\'"), order: order))
        let sql = try #require(texts.sql)
        #expect(
            sql == """
                SELECT t.Z_PK, t.Z_ENT, IFNULL(t.Z_OPT, 0), t.ZBOUGHT, t.ZCOVER, t.ZISREAD, t.ZPAGES, t.ZPRICE, \
                t.ZSETTINGS, t.ZSITE, t.ZUNIT, t.ZWIDTH, t.ZSTATE, t.ZTITLE, t.ZSHELF, \
                (SELECT Z_ENT FROM ZSHELF WHERE Z_PK = t.ZSHELF), t.ZHERO
                FROM ZBOOK t
                WHERE (t.ZTITLE = 'it''s' OR t.ZPAGES > 5)
                ORDER BY t.ZTITLE COLLATE modelgen_plain, t.Z_PK;
                """)
        #expect(texts.sqlNotes.contains { $0.hasPrefix("modelgen_") })
        #expect(texts.plan == "Book, Novel: query the store\nsort by title ascending, in the store")
        let left = try await session.texts(StudioQuery(entity: "Book", condition: "pages * 2 > price"))
        #expect(left.sqlNotes.contains { $0.hasPrefix("SQL cannot express the whole condition") }, "\(left)")
        let json = try await Library(.json).session().texts(StudioQuery(entity: "Book"))
        #expect(json.sql == nil && json.sqlNotes.first?.hasPrefix("No SQL") == true)
    }

    @Test("Columns have statistics")
    func columnsHaveStatistics() async throws {
        let session = try Library(.json, bookCount: 100).session()
        let pages = try await session.statistics(StudioQuery(entity: "Book"), key: "pages")
        #expect(pages.examinedCount == 100 && pages.nilCount == 0 && pages.bars.map(\.count).reduce(0, +) == 100)
        #expect(pages.least == .number(1) && pages.greatest == .number(474))
        let state = try await session.statistics(StudioQuery(entity: "Book", condition: "state != 7"), key: "state")
        #expect(state.bars.map(\.label) == ["used", "new", "worn"])
        for bar in pages.bars + state.bars {
            let condition = try #require(bar.condition)
            #expect(try await session.count(StudioQuery(entity: "Book", condition: condition)).count == bar.count)
        }
    }

    @Test(
        "The condition of a bar or a group finds the objects that it counts, whatever the type of their values",
        arguments: Kind.allCases)
    func conditionsFindWhatIsCounted(_ kind: Library.Kind) async throws {
        let tenths = (0..<19).map { "\(Double($0) / 10)" }
        let large = (0..<14).map { "\(Int64.max - Int64($0) * 100_000_000_000_000_000)" }
        // Ranges of numbers.
        try await expectConditions(kind, ["real": tenths, "single": tenths, "price": tenths, "whole": large])
        // Single values, for some of which the language has no literal.
        try await expectConditions(
            kind,
            [
                "real": ["inf", "-inf", "nan", "1e300", "0.1", "0.1"],
                "single": ["inf", "-inf", "0.1", "0.1", "1e-45", "3.4028235e38"],
                "price": ["12345678901234567890123456789012345678", "-99999999999999999999", "9.99", "0.1", "0.1"],
                "whole": ["9223372036854775807", "9007199254740993", "-1"],
                "key": ["1B4E28BA-2FA1-41D2-883F-0016D3CCA427", "5F6BB1C8-8F2C-4B6A-9C38-F6C42F7C4D27"],
                "color": ["red", "red", "blue", "other"],
            ])
    }

    /// Expects that conditions find as many objects as are counted.
    ///
    /// - Parameter texts: The values of objects, by the names of attributes.
    private func expectConditions(_ kind: Library.Kind, _ texts: [String: [String]]) async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: kind.fileName)
        let model = ManagedObjectModel(try readModel(Self.item))
        let description: any PersistentStoreDescription =
            switch kind {
            case .json: .json(at: url)
            case .sqlite: .sqlite(at: url)
            }
        let container = try PersistentContainer(model: model, stores: [(configuration: nil, store: description)])
        let context = container.newContext()
        for index in 0..<(texts.values.map(\.count).max() ?? 0) {
            let item = context.insertNewObject(forEntityName: "Item")
            for (key, texts) in texts where index < texts.count {
                let attribute = try #require(item.entity.attribute(named: key))
                item.setStoredValue(try AttributeValue(.string(texts[index]), for: attribute), forKey: key)
            }
        }
        try context.save()
        let store = StudioStore(
            name: "Items", kind: kind.name, url: url, open: { _ in container }, readOnlyReason: { _ in nil })
        let session = try StudioSession(store, isReadOnly: false)
        func expect(_ count: Int, _ condition: String?, _ place: String) async throws {
            let condition = try #require(condition, "\(place)")
            let found = try await session.count(StudioQuery(entity: "Item", condition: condition)).count
            #expect(found == count, "\(place): \(condition)")
        }
        for key in texts.keys {
            let bars = try await session.statistics(StudioQuery(entity: "Item"), key: key).bars
            #expect(!bars.isEmpty)
            for bar in bars where bar.label != "nan" {
                try await expect(bar.count, bar.condition, "\(key) \(bar.label)")
            }
            // Nothing equals it.
            #expect(bars.allSatisfy { $0.label != "nan" || $0.condition == nil })
            for group in try await session.groups(StudioQuery(entity: "Item"), by: key, measure: nil).groups
            where group.cell != .text("not a number") {
                try await expect(group.count, group.condition, "\(key) \(group.cell.plainText)")
            }
        }
    }

    private static let item = """
        <entity name="Item" representedClassName="Item">
            <attribute name="real" optional="YES" attributeType="Double"/>
            <attribute name="single" optional="YES" attributeType="Float"/>
            <attribute name="price" optional="YES" attributeType="Decimal"/>
            <attribute name="whole" optional="YES" attributeType="Integer 64"/>
            <attribute name="key" optional="YES" attributeType="UUID"/>
            <attribute name="color" optional="YES" attributeType="String">
                <userInfo>
                    <entry key="modelgen.enum" value="Color"/>
                    <entry key="modelgen.enum.cases" value="red = r, blue = red"/>
                </userInfo>
            </attribute>
        </entity>
        """

    @Test("Queries can be copied as Swift code")
    func questionsCanBeCopiedAsCode() async throws {
        let session = try Library(.json).session()
        let texts = try await session.texts(
            StudioQuery(
                entity: "Book", condition: "pages > 5 AND title == 'Emma'",
                order: [StudioQuery.Order(key: "title", isAscending: false)]))
        #expect(texts.swift == #"#Predicate<Book> { $0.pages > 5 && $0.title == "Emma" }"#)
        #expect(texts.command.hasSuffix(#"'Book where pages > 5 AND title == '\''Emma'\'' sort title desc'"#))
        #expect(
            texts.plan == """
                Book: scan 4 rows in 1 chunk
                Book: filter on columns: pages > 5
                Book: filter on columns: title == "Emma"
                Novel: scan 1 row in 1 chunk
                Novel: filter on columns: pages > 5
                Novel: filter on columns: title == "Emma"
                sort by title descending
                """)
        #expect(try await session.texts(StudioQuery(entity: "Book", condition: "title LIKE 'a*'")).swift == nil)
    }

    @Test("Exports contain the columns that are shown")
    func exportsHaveWhatIsShown() async throws {
        let session = try Library(.json).session()
        let csv = try await session.export(StudioQuery(entity: "Novel"), columns: ["title", "pages"], asCSV: true)
        #expect(csv == "title,pages\r\nEmma,474\r\n")
        #expect(
            try await session.export(StudioQuery(entity: "Novel"), columns: ["title"], asCSV: false)
                == "[\n{\"title\": \"Emma\"}\n]\n")
        let sizes = ["title", "size"]
        #expect(
            try await session.export(StudioQuery(entity: "Novel"), columns: sizes, asCSV: true)
                == "title,size.width,size.unit\r\nEmma,12.5,cm\r\n")
        #expect(
            try await session.export(StudioQuery(entity: "Novel"), columns: sizes, asCSV: false)
                == "[\n{\"title\": \"Emma\", \"size\": {\"unit\": \"cm\", \"width\": 12.5}}\n]\n")
    }

    @Test("An export as JSON has null where an import would otherwise create the default, as on the command line")
    func exportedNil() async throws {
        let library = try Library(.json)
        let context = try library.container().newContext()
        let book = context.insertNewObject(forEntityName: "Book")
        book.setValue("Blank", forKey: "title")
        book.setValue(nil, forKey: "state")
        try context.save()
        let session = try library.session()
        func exported(asCSV: Bool) async throws -> String {
            try await session.export(
                StudioQuery(entity: "Book", condition: "title == 'Blank'"), columns: ["title", "state", "price"],
                asCSV: asCSV)
        }
        #expect(try await exported(asCSV: false) == "[\n{\"title\": \"Blank\", \"state\": null}\n]\n")
        #expect(try await exported(asCSV: true) == "title,state,price\r\nBlank,,\r\n")
        // An import refuses a row with two values for a key.
        let twice = try await session.export(
            StudioQuery(entity: "Book", condition: "title == 'Blank'"), columns: ["title", "state", "title"],
            asCSV: true)
        #expect(twice == "title,state\r\nBlank,\r\n")
    }

    @Test("An exported page contains the whole store, and text cannot add markup")
    func exportedPage() async throws {
        let library = try Library(.json)
        let page = try await library.session(isReadOnly: true).exportedPage()
        #expect(page.contains(#"\u003cimg src=x onerror"#))
        #expect(!page.contains("<img src=x onerror"))
        #expect(!page.contains(library.folder.url.path(percentEncoded: false)))
        #expect(!page.contains("src=\"studio.js\"") && !page.contains("import {"))
        let again = try await library.session(isReadOnly: true).exportedPage()
        #expect(page == again)
        // Few objects can have more values than a browser can open.
        let session = try library.session(isReadOnly: true)
        #expect(try await session.exportedPage(maximumLength: 20_000) == page)
        #expect(await refusal { _ = try await session.exportedPage(maximumLength: 200) } != nil)
    }
}
