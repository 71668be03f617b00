import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// Copies between stores of all kinds, and backups.
@Suite struct StoreCopyTests {
    private let folder: TemporaryFolder
    private let model = EveryShape.model

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    @Test("Copies between JSON and SQLite stores lose nothing")
    func nothingIsLostBetweenJSONAndSQLite() throws {
        let first = try SQLiteStore(at: url("first.sqlite"), model: model)
        try EveryShape.write(to: first)
        let json = try JSONStore(at: url("second.json"), model: model)
        #expect(try StoreCopy(of: first, model: model).write(to: json) == 7)
        #expect(try StoreCopy(of: first, model: model).differences(from: json) == [])
        let last = try SQLiteStore(at: url("third.sqlite"), model: model)
        #expect(try StoreCopy(of: json, model: model).write(to: last) == 7)
        #expect(try StoreCopy(of: first, model: model).differences(from: last) == [])
        #expect(try SQLiteStore.check(url("third.sqlite"), model: model) == [])
    }

    @Test("A copy has the values of derivations, also if the source has wrong ones")
    func derivedValuesAreRight() throws {
        let model = ManagedObjectModel(
            Model(
                name: "M",
                entities: [
                    Entity(
                        name: "Note",
                        attributes: [
                            Attribute(name: "title", type: .string, isOptional: true),
                            Attribute(
                                name: "plain", type: .string, isOptional: true, isDerived: true,
                                derivationExpression: "canonical:(title)"),
                        ])
                ]))
        let source = try SQLiteStore(at: url("first.sqlite"), model: model)
        let names = try #require(model.entitiesByName["Note"]?.attributeNames)
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(
                objectID: ObjectID(storeIdentifier: source.identifier, entityName: "Note", number: 1),
                values: names.map { $0 == "title" ? .string("Éa") : .string("ea") }, destinations: [])
        ]
        _ = try source.commit(changes)
        _ = try DatabaseFile(url("first.sqlite")).rows("UPDATE ZNOTE SET ZPLAIN = 'wrong'")
        let json = try JSONStore(at: url("second.json"), model: model)
        #expect(try StoreCopy(of: source, model: model).write(to: json) == 1)
        #expect(try StoreCopy(of: source, model: model).differences(from: json) == [])
        #expect(try JSONStore.check(url("second.json"), model: model) == [])
    }

    @Test("A comparison lists the objects that differ")
    func differencesAreSaid() throws {
        let store = try SQLiteStore(at: url("first.sqlite"), model: model)
        try EveryShape.write(to: store)
        let other = try SQLiteStore(at: url("other.sqlite"), model: model)
        _ = try StoreCopy(of: store, model: model).write(to: other)
        let database = try DatabaseFile(url("other.sqlite"))
        _ = try database.rows("UPDATE ZTHING SET ZSTRINGVALUE = 'other' WHERE Z_PK = 1")
        _ = try database.rows("UPDATE ZTHING SET Z_FOK_BOX = 9000 WHERE Z_PK = 7")
        _ = try database.rows("DELETE FROM ZBOX WHERE Z_PK = 4")
        let differences = try StoreCopy(of: store, model: model).differences(from: other)
        #expect(Set(differences).isSuperset(of: ["Thing 1", "Box 4"]))
    }

    @Test("A backup contains the saves in the write-ahead log")
    func aBackupHoldsWhatIsInTheJournal() throws {
        let store = try SQLiteStore(at: url("first.sqlite"), model: model)
        try EveryShape.write(to: store)
        try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite"))
        let copy = try SQLiteStore(
            at: url("copy.sqlite"), model: model, options: SQLiteStoreOptions(isReadOnly: true))
        #expect(try StoreCopy(of: store, model: model).differences(from: copy) == [])
        #expect(try SQLiteStore.check(url("copy.sqlite"), model: model) == [])
        #expect(throws: StoreError.self) {
            try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite"))
        }
    }

    @Test(
        "A backup without a large value to which a row refers is refused, and leaves nothing",
        arguments: [true, false])
    func missingValue(hasModel: Bool) throws {
        let store = url("first.sqlite")
        do { try EveryShape.write(to: SQLiteStore(at: store, model: model)) }
        if !hasModel {
            _ = try DatabaseFile(store).rows("UPDATE Z_METADATA SET Z_PLIST = x''")
        }
        let values = ".first_SUPPORT/_EXTERNAL_DATA"
        let name = try #require(folder.names(in: values).first)
        // A file to which nothing refers is no obstacle.
        try FileManager.default.moveItem(atPath: folder.path(values + "/" + name), toPath: folder.path("kept"))
        try SpecialFile.pipe.make(at: folder.path("\(values)/\(UUID().uuidString)"))
        let before = try SpecialFile.appearance(of: folder.url)
        let error = #expect(throws: StoreError.self) { try SQLiteStore.backUp(store, to: url("copy.sqlite")) }
        #expect(error?.code == .missingExternalData)
        #expect(error?.location == folder.path("first.sqlite"))
        #expect(error?.table == "ZTHING" && error?.row == 1)
        #expect(
            error?.message
                == "the large value of '\(hasModel ? "binaryValue" : "ZBINARYVALUE")' in the file "
                + "'\(folder.path("\(values)/\(name)"))' cannot be copied: the file is missing; restore the file, or "
                + "set the attribute to nil")
        #expect(try SpecialFile.appearance(of: folder.url) == before)
        try FileManager.default.moveItem(atPath: folder.path("kept"), toPath: folder.path(values + "/" + name))
        try SQLiteStore.backUp(store, to: url("copy.sqlite"))
        let copied = try folder.names(in: ".copy_SUPPORT/_EXTERNAL_DATA")
        #expect(copied == [name])
    }

    @Test("A backup of a store with an empty file of a large value is refused, and leaves nothing")
    func emptyValue() throws {
        let store = url("first.sqlite")
        do { try EveryShape.write(to: SQLiteStore(at: store, model: model)) }
        let values = ".first_SUPPORT/_EXTERNAL_DATA"
        let name = try #require(folder.names(in: values).first)
        try Data().write(to: url("\(values)/\(name)"))
        let before = try SpecialFile.appearance(of: folder.url)
        let error = #expect(throws: StoreError.self) { try SQLiteStore.backUp(store, to: url("copy.sqlite")) }
        #expect(error?.code == .missingExternalData && error?.table == "ZTHING" && error?.row == 1)
        #expect(error?.message.contains("the file is empty; restore the file") == true, "\(error?.message ?? "")")
        #expect(try SpecialFile.appearance(of: folder.url) == before)
    }

    @Test("A copy of a store whose folders cannot be written to, such as in a program's bundle, can be written to")
    func foldersThatCannotBeWrittenTo() throws {
        do { try EveryShape.write(to: SQLiteStore(at: url("first.sqlite"), model: model)) }
        let folders = ["_SUPPORT", "_SUPPORT/_EXTERNAL_DATA"]
        func setMode(_ mode: Int, of names: [String]) throws {
            for name in names {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: folder.path(".first" + name))
            }
        }
        try setMode(0o555, of: folders.reversed())
        defer { try? setMode(0o755, of: folders) }
        try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite"))
        for name in folders {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(".copy" + name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o755)
        }
        #expect(try SQLiteStore.check(url("copy.sqlite"), model: model) == [])
    }

    @Test("Large values that are already in the place of a copy stay, and are no obstacle")
    func valuesInThePlaceOfACopy() throws {
        do { try EveryShape.write(to: SQLiteStore(at: url("first.sqlite"), model: model)) }
        // As an interrupted copy leaves them, and as people look at them.
        let values = ".copy_SUPPORT/_EXTERNAL_DATA/"
        let present = [UUID().uuidString, ".DS_Store"].map { values + $0 }
        for name in present { try folder.write("present", to: name) }
        try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite"))
        #expect(try SQLiteStore.check(url("copy.sqlite"), model: model) == [])
        for name in present {
            #expect(try String(contentsOf: url(name), encoding: .utf8) == "present")
        }
        #expect(try folder.names(in: values).count == 3)
        // A copy that fails then removes only what it has made.
        #expect(throws: StoreError.self) { try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite")) }
        #expect(try folder.names(in: values).count == 3)
        #expect(try !folder.names().contains { $0.hasPrefix(".modelgen-") })
    }

    @Test("A composite without members is equal to nil, which is how a SQLite store has it")
    func emptyComposites() throws {
        let json = try JSONStore(at: url("first.json"), model: model)
        let names = try #require(model.entitiesByName["Thing"]?.attributeNames)
        var changes = StoreChanges()
        let composites: [AttributeValue] = [.composite([:]), .composite(["x": .null]), .null]
        changes.inserted = zip(1..., composites).map { number, composite in
            StoreChanges.Insertion(
                objectID: ObjectID(storeIdentifier: json.identifier, entityName: "Thing", number: Int64(number)),
                values: names.map { $0 == "place" ? composite : .null },
                destinations: model.entitiesByName["Thing"]?.relationships.map { _ in [] } ?? [])
        }
        _ = try json.commit(changes)
        let copy = try SQLiteStore(at: url("second.sqlite"), model: model)
        #expect(try StoreCopy(of: json, model: model).write(to: copy) == 3)
        #expect(try StoreCopy(of: json, model: model).differences(from: copy) == [])
        _ = try DatabaseFile(url("second.sqlite")).rows("UPDATE ZTHING SET ZX = 1 WHERE Z_PK = 1")
        #expect(try StoreCopy(of: json, model: model).differences(from: copy) == ["Thing 1"])
    }
}
