import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

extension StoreFixture {
    /// Expects a store to be read in whole without a change to its files, and then to be changed as a program does.
    func expectReadAndChanged(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let folder = try TemporaryFolder()
        let file = try copy(in: folder)
        if expectation.access == .afterWriting { try expectInterrupted(file, in: folder, sourceLocation) }
        try expectRead(file, in: folder, sourceLocation)
        if expectation.access == .reading {
            let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
                try SQLiteStore(at: file, model: model)
            }
            #expect(error?.code == .mirrored, sourceLocation: sourceLocation)
        } else {
            try expectChanged(file, sourceLocation)
        }
    }

    /// Expects that a store cannot be read without a change to its files, and opens it for writing.
    private func expectInterrupted(
        _ file: URL, in folder: TemporaryFolder, _ sourceLocation: SourceLocation
    ) throws {
        let before = try Self.files(in: folder)
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
            try SQLiteStore(at: file, model: model, options: SQLiteStoreOptions(isReadOnly: true))
        }
        #expect(
            error?.message
                == "a save was interrupted, and only a writer can undo it; open the store once for writing",
            sourceLocation: sourceLocation)
        #expect(try Self.files(in: folder) == before, sourceLocation: sourceLocation)
        _ = try SQLiteStore(at: file, model: model)
    }

    /// Expects a copy of the store to be read in whole without a change to its files.
    func expectRead(
        _ file: URL, in folder: TemporaryFolder, _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try Self.files(in: folder)
        let found = try objects(
            in: SQLiteStore(at: file, model: model, options: SQLiteStoreOptions(isReadOnly: true)))
        #expect(Self.differences(of: found, from: objects) == [], sourceLocation: sourceLocation)
        #expect(try findings(in: file) == expectation.findings ?? [], sourceLocation: sourceLocation)
        #expect(try Self.files(in: folder) == before, "reading changes the files", sourceLocation: sourceLocation)
    }

    private func expectChanged(_ file: URL, _ sourceLocation: SourceLocation) throws {
        let metadata = try SQLiteStore.programMetadata(at: file).mapValues(Self.text)
        let expected = try change(file, sourceLocation)
        #expect(try DatabaseFile(file).integrity() == "ok", sourceLocation: sourceLocation)
        let opened = try SQLiteStore(at: file, model: model, options: SQLiteStoreOptions(isReadOnly: true))
        let found = try objects(in: opened)
        let without = { (objects: Objects) in objects.mapValues { $0.filter { $0.key != "version" } } }
        let differences = Self.differences(of: without(found), from: without(expected))
        #expect(differences == [], sourceLocation: sourceLocation)
        for (name, values) in expected {
            guard let version = values["version"] else { continue }
            #expect(found[name]?["version"] == version, "\(name)", sourceLocation: sourceLocation)
        }
        let old = Set(expectation.findings ?? [])
        let new = try findings(in: file).filter { !old.contains($0) }
        #expect(new == [], sourceLocation: sourceLocation)
        let kept = try SQLiteStore.programMetadata(at: file).mapValues(Self.text)
        #expect(kept == metadata, sourceLocation: sourceLocation)
    }

    /// Changes the first object of each entity, inserts one, deletes one, and moves others.
    ///
    /// - Returns: What the store then contains. Only objects whose attributes have changed have versions.
    private func change(_ file: URL, _ sourceLocation: SourceLocation) throws -> Objects {
        let context = try PersistentContainer(model: model, store: .sqlite(at: file)).newContext()
        var graph = ChangedGraph(objects: objects.mapValues { $0.filter { $0.key != "version" } })
        try withExtendedLifetime(context) {
            for entity in model.entities where !entity.isAbstract {
                let all = try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name))
                for object in all { graph.managed[object.plainName] = object }
                let key = try #require(entity.attributes.first { $0.type == .string && !$0.isTransient }).name
                let first = try #require(all.min { $0.objectID < $1.objectID }, sourceLocation: sourceLocation)
                graph.set(key, to: "changed: é 🦸", of: first.plainName)
                let version = objects[first.plainName]?["version"].flatMap { Int($0) } ?? 0
                graph.objects[first.plainName]?["version"] = "\(version + 1)"
                let inserted = context.insertNewObject(forEntityName: entity.name)
                inserted.setValue("new \(entity.name)", forKey: key)
                var values = entity.attributes.reduce(into: ["version": "1"]) { $0[$1.name] = $1.defaultValueString }
                values[key] = "new \(entity.name)"
                graph.inserted.append((inserted, values))
            }
            graph.moveObjects()
            for name in ["Note 3", "Sample 4", "Book 5"] {
                guard let object = graph.managed[name] else { continue }
                context.delete(object)
                graph.remove(name)
            }
            try context.save()
            for (object, values) in graph.inserted {
                let known = numbers(inTableOf: object.entity)
                #expect(known.allSatisfy { $0 < object.objectID.number }, sourceLocation: sourceLocation)
                graph.objects[object.plainName] = values
            }
        }
        return graph.objects
    }

    /// The numbers of the objects in a hierarchy.
    private func numbers(inTableOf entity: EntityDescription) -> [Int64] {
        objects.keys.compactMap { name in
            let parts = name.components(separatedBy: " ")
            guard parts.count == 2, model.entitiesByName[parts[0]]?.rootName == entity.rootName else { return nil }
            return Int64(parts[1])
        }
    }

    /// The files in a folder with their contents, by path.
    private static func files(in folder: TemporaryFolder) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        return paths.reduce(into: [:]) { files, path in
            files[path] = (try? Data(contentsOf: folder.url.appending(path: path))) ?? Data()
        }
    }

    /// A line for each value that differs.
    private static func differences(of found: Objects, from expected: Objects) -> [String] {
        Set(found.keys).union(expected.keys).sorted().flatMap { name -> [String] in
            guard let own = found[name] else { return ["\(name) is missing"] }
            guard let other = expected[name] else { return ["\(name) is too many"] }
            return Set(own.keys).union(other.keys).sorted().compactMap { key in
                guard own[key] != other[key] else { return nil }
                return "\(name).\(key): \(own[key] ?? "nil") instead of \(other[key] ?? "nil")"
            }
        }
    }
}

/// Objects in a context, and in the form of the expectations, to which the same changes are made.
private struct ChangedGraph {
    var objects: StoreFixture.Objects
    var managed: [String: ManagedObject] = [:]
    var inserted: [(object: ManagedObject, values: [String: String])] = []

    mutating func set(_ key: String, to value: String, of name: String) {
        managed[name]?.setValue(value, forKey: key)
        objects[name]?[key] = value
    }

    /// Changes relationships of every kind, from either side. Only the library has any.
    mutating func moveObjects() {
        guard let shelf = objects["Shelf 1"] else { return }
        let reversed = names(shelf["publications"]).reversed().map(\.self)
        managed["Shelf 1"]?.setValue(reversed.compactMap { managed[$0] }, forKey: "publications")
        objects["Shelf 1"]?["publications"] = reversed.joined(separator: ", ")

        let published = names(objects["Author 2"]?["publications"]) + ["Magazine 3"]
        managed["Author 2"]?.setValue(published.compactMap { managed[$0] }, forKey: "publications")
        objects["Author 2"]?["publications"] = published.joined(separator: ", ")
        objects["Magazine 3"]?["authors"] = "Author 2"

        // Book 2 no longer cites Book 1, but itself.
        managed["Book 2"]?.setValue([managed["Book 2"]].compactMap(\.self), forKey: "cites")
        objects["Book 2"]?["cites"] = "Book 2"
        objects["Book 2"]?["isCitedBy"] = "Book 2, Magazine 3"
        objects["Book 1"]?["isCitedBy"] = "Magazine 3"

        managed["Book 2"]?.setValue(nil, forKey: "prequel")
        objects["Book 2"]?["prequel"] = nil
        objects["Book 1"]?["sequel"] = nil
        managed["Author 7"]?.setValue(managed["Magazine 4"], forKey: "favorite")
        objects["Author 7"]?["favorite"] = "Magazine 4"
    }

    /// Removes an object, also from the relationships of others.
    mutating func remove(_ name: String) {
        objects[name] = nil
        for (other, values) in objects {
            for (key, value) in values where names(value).contains(name) {
                let rest = names(value).filter { $0 != name }
                objects[other]?[key] = rest.isEmpty ? nil : rest.joined(separator: ", ")
            }
        }
    }

    private func names(_ list: String?) -> [String] { list?.components(separatedBy: ", ") ?? [] }
}
