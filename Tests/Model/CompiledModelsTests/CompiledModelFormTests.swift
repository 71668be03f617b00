import CompiledModelWriting
import Foundation
import ModelSchema
import TestSupport
import Testing

@testable import CompiledModels

/// Compiled models that this project has not written, in forms that its compiler does not choose: each is read, and
/// compared with its source.
@Suite struct CompiledModelFormTests {
    /// Every file that contains a model alone, by what is special about it. A test below reads each list.
    private enum Forms {
        static let widths = ["ReferencesOf16Bits", "ReferencesOf32Bits", "IntegersOf64Bits"]
        static let orders = ["ObjectsBackward", "ObjectsShuffled"]
        static let texts = ["TextTwice", "TextOf16Bits", "TextObjects"]
        static let generations = ["NewestTools", "KeysBeforeFetchIndexes", "StoreForm"]
        static let libraries = (widths + orders + texts + generations).map { "Library.\($0).mom" }
        static let files = libraries + ["Notes.OldestKeys.mom", "Notes.XML.mom", "Samples.Composite.mom"]
        static let bundles = ["Library.momd": ["Library", "Library 2"], "Notes.momd": ["Notes"]]
    }

    @Test("Every compiled model of the fixtures has a test")
    func everyFileIsRead() throws {
        var expected = Set(Forms.files + ["Library.momd/Library 2.omo"])
        for (bundle, versions) in Forms.bundles {
            expected.formUnion(versions.map { "\(bundle)/\($0).mom" } + ["\(bundle)/VersionInfo.plist"])
        }
        #expect(try Fixtures.fileNames(in: "CompiledModels") == expected.sorted())
    }

    private func source(_ name: String, version: String? = nil) throws -> Model {
        try readModel(Fixtures.modelText(name, version: version))
    }

    /// Expects a compiled model to equal its source, with the same hashes and nothing left out.
    private func expectEqual(
        _ compiled: CompiledModel, _ source: Model, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(compiled.unreadableParts == [], sourceLocation: sourceLocation)
        expectEqualSubstance(compiled.model, source, source.name, sourceLocation: sourceLocation)
        let hashes = ModelLookup(compiled.model).coreDataVersionHashes
        #expect(hashes == ModelLookup(source).coreDataVersionHashes, sourceLocation: sourceLocation)
        let classes = { (model: Model) in model.entities.map(\.representedClassName) }
        #expect(classes(compiled.model) == classes(source), sourceLocation: sourceLocation)
        #expect(compiled.model.versionIdentifier == source.versionIdentifier, sourceLocation: sourceLocation)
    }

    private func read(_ file: String) throws -> CompiledModel {
        try CompiledModel(archive: [UInt8](Data(contentsOf: Fixtures.url("CompiledModels/\(file)"))), name: "Library")
    }

    private func expectLibrary(in form: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let compiled = try read("Library.\(form).mom")
        expectEqual(compiled, try source("Library"), sourceLocation: sourceLocation)
        let author = try #require(compiled.model.entities.first { $0.name == "Author" })
        let hasIndexes = form != "KeysBeforeFetchIndexes"
        #expect(author.indexes == (try source("Library").entities.first?.indexes).map { hasIndexes ? $0 : [] })
    }

    @Test("References, offsets, and integers of any width are read", arguments: Forms.widths)
    func widths(form: String) throws { try expectLibrary(in: form) }

    @Test("The order of the objects has no meaning", arguments: Forms.orders)
    func orders(form: String) throws { try expectLibrary(in: form) }

    @Test("Equal texts may be one object or several, in any encoding", arguments: Forms.texts)
    func texts(form: String) throws { try expectLibrary(in: form) }

    @Test("The keys of old and new compilers are read, and those of stores", arguments: Forms.generations)
    func generations(form: String) throws {
        guard form == "StoreForm" else { return try expectLibrary(in: form) }
        // Frameworks leave the names of classes out.
        let compiled = try read("Library.StoreForm.mom")
        var source = try source("Library")
        for place in source.entities.indices { source.entities[place].representedClassName = nil }
        expectEqual(compiled, source)
    }

    @Test("A model without the keys that came after the first compilers is read")
    func oldestKeys() throws { expectEqual(try read("Notes.OldestKeys.mom"), try source("Notes")) }

    @Test("A composite has its elements, and the hash of its source")
    func composite() throws {
        let compiled = try read("Samples.Composite.mom")
        let source = try source("Samples")
        #expect(compiled.unreadableParts == ["Sample/place: the composite has the name of the attribute"])
        expectEqualSubstance(compiled.model, source, "Samples")
        let elements = { (model: Model) in model.composites.map { $0.attributes.map(\.name) } }
        #expect(elements(compiled.model) == elements(source))
        #expect(ModelLookup(compiled.model).coreDataVersionHashes == ModelLookup(source).coreDataVersionHashes)
    }

    @Test("A keyed archive that is XML is an error, because no compiler of Apple writes one")
    func xml() {
        let error = #expect(throws: CompiledModelError.self) { try read("Notes.XML.mom") }
        #expect(error?.code == .damagedPropertyList)
        #expect(error?.message == "it is not a binary property list")
    }

    @Test("A folder with a binary list of versions has their hashes and checksums, and the name of the current one")
    func binaryList() throws {
        let bundle = try CompiledModelBundle(folder: Fixtures.url("CompiledModels/Library.momd"))
        #expect(bundle.name == "Library")
        #expect(bundle.currentVersionName == "Library 2")
        #expect(bundle.versions.map(\.name) == ["Library", "Library 2"])
        for version in bundle.versions {
            let source = try source("Library", version: version.name)
            let compiled = try bundle.model(of: version)
            expectEqual(compiled, source)
            let hashes = ModelLookup(source).coreDataVersionHashes
            #expect(version.versionHashes == hashes)
            #expect(version.checksum == CoreDataVersionDigest(of: hashes).checksum)
            #expect(compiled.entityNamesWithMismatchedHashes == [])
        }
    }

    @Test("A folder with a list of versions that is XML, and names no current one, has their hashes")
    func xmlList() throws {
        let bundle = try CompiledModelBundle(folder: Fixtures.url("CompiledModels/Notes.momd"))
        #expect(bundle.currentVersionName == nil)
        let version = try #require(bundle.versions.first)
        #expect(bundle.versions.count == 1)
        #expect(version.checksum == nil)
        let source = try source("Notes")
        #expect(version.versionHashes == ModelLookup(source).coreDataVersionHashes)
        expectEqual(try bundle.model(of: version), source)
    }

    @Test("A compiled model that is damaged is an error or a model, and one cut short an error", arguments: Forms.files)
    func damage(file: String) throws {
        let sound = [UInt8](try Data(contentsOf: Fixtures.url("CompiledModels/\(file)")))
        var generator = SplitMix(seed: 12)
        for _ in 0..<40 {
            let count = Int.random(in: 0..<sound.count, using: &generator)
            #expect(throws: CompiledModelError.self) { try CompiledModel(archive: Array(sound[..<count]), name: "M") }
            var bytes = sound
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << 5 }
            _ = try? CompiledModel(archive: bytes, name: "M")
        }
    }

    @Test("Very many entities are compiled in nearly linear time", .timeLimit(.minutes(1)))
    func manyEntities() throws {
        var writer = CompiledModelWriter()
        let entities = (0..<20_000).map { Entity(name: "E\($0)", parentName: $0 == 0 ? nil : "E0") }
        #expect(writer.archive(of: Model(name: "M", entities: entities)) != nil)
    }
}
