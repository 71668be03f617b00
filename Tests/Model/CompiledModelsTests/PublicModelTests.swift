import CompiledModels
import Foundation
import ModelSchema
import TestSupport
import Testing

/// Compiled models and stores that Core Data itself has written.
@Suite(.enabled(if: PublicStores.isPresent, "\(PublicStores.absence)"))
struct PublicModelTests {
    @Test("The model of every public store has the hashes of the store")
    func everyStoreGivesAModelWithItsOwnHashes() throws {
        var storeCount = 0
        var unknown: Set<String> = []
        for file in PublicStores.files(endingIn: ".sqlite", ".moody") {
            let store = try StoreFile(file)
            guard let modelCache = store.modelCache else { continue }
            let name = PublicStores.name(of: file)
            let hashes = store.versionHashes.compactMapValues { CoreDataVersionHash(bytes: $0) }
            let compiled = try CompiledModel(modelCache: modelCache, name: name, versionHashes: hashes)
            let lookup = ModelLookup(compiled.model)
            #expect(Set(compiled.model.entities.map(\.name)) == Set(hashes.keys), "\(name)")
            #expect(compiled.entityNamesWithMismatchedHashes == [], "\(name)")
            unknown.formUnion(
                compiled.model.entities.filter { !lookup.isCoreDataVersionHashKnown(of: $0) }.map(\.name))
            storeCount += 1
        }
        #expect(storeCount == 18)
        #expect(unknown == [])
    }

    @Test("Every public store has the digests of its hashes")
    func everyStoreHasTheDigestsOfItsHashes() throws {
        var digestCount = 0
        var checksumCount = 0
        for file in PublicStores.files(endingIn: ".sqlite", ".moody") {
            let store = try StoreFile(file)
            let digest = CoreDataVersionDigest(
                of: store.versionHashes.compactMapValues { CoreDataVersionHash(bytes: $0) })
            let name = PublicStores.name(of: file)
            if let hashesDigest = store.hashesDigest {
                #expect(digest.hashesDigest == hashesDigest, "\(name)")
                digestCount += 1
            }
            if let checksum = store.checksum {
                #expect(digest.checksum == checksum, "\(name)")
                checksumCount += 1
            }
        }
        #expect((digestCount, checksumCount) == (6, 3))
    }

    @Test("Every version of a public bundle has the hashes in the bundle's list")
    func versionsOfBundles() throws {
        var versionCount = 0
        for file in PublicStores.files(endingIn: "VersionInfo.plist") {
            let bundle = try CompiledModelBundle(folder: file.deletingLastPathComponent())
            #expect(bundle.versions.map(\.name).contains(bundle.currentVersionName ?? ""))
            for version in bundle.versions {
                let compiled = try bundle.model(of: version)
                #expect(compiled.versionHashes.count == compiled.model.entities.count)
                #expect(compiled.entityNamesWithMismatchedHashes == [], "\(version.name)")
                #expect(compiled.unreadableParts == [], "\(version.name)")
                versionCount += 1
            }
        }
        #expect(versionCount == 12)
    }

    @Test("A compiled version equals its source")
    func sourcesOfVersions() throws {
        var versionCount = 0
        for file in PublicStores.files(endingIn: "VersionInfo.plist") {
            let folder = file.deletingLastPathComponent()
            let bundle = try CompiledModelBundle(folder: folder)
            let sources = folder.deletingPathExtension().appendingPathExtension("xcdatamodeld")
            for version in bundle.versions {
                let contents = sources.appending(path: "\(version.name).xcdatamodel/contents")
                let source = try readModel(String(contentsOf: contents, encoding: .utf8))
                expectEqualSubstance(try bundle.model(of: version).model, source, version.name)
                versionCount += 1
            }
        }
        #expect(versionCount == 12)
    }

    @Test("The model in a public store equals its source")
    func aStoreHoldsTheModelThatItWasMadeWith() throws {
        var storeCount = 0
        for (path, source) in try Self.sourcesOfStores() {
            let file = try #require(PublicStores.folder).appending(path: path)
            guard let modelCache = try StoreFile(file).modelCache else { continue }
            let compiled = try CompiledModel(modelCache: modelCache, name: path)
            // CareKit's program sets defaults when it runs, and its source has got others since.
            expectEqualSubstance(compiled.model, source, path, ignoringDefaults: path.hasPrefix("carekit"))
            storeCount += 1
        }
        #expect(storeCount == 16)
    }

    @Test("Only a model that was built in code has notes")
    func everyNoteIsOfTheModelBuiltInCode() throws {
        for file in PublicStores.files(endingIn: ".sqlite", ".moody") {
            guard let modelCache = try StoreFile(file).modelCache else { continue }
            let notes = try CompiledModel(modelCache: modelCache, name: "Store").unreadableParts
            guard !file.lastPathComponent.hasPrefix("SampleModel2") else {
                #expect(notes.count == 3, "\(notes)")
                continue
            }
            #expect(notes == [], "\(PublicStores.name(of: file))")
        }
    }

    /// What the list of the stores says of the model of each.
    private static func sourcesOfStores() throws -> [(path: String, model: Model)] {
        let folder = try #require(PublicStores.folder)
        let list = try String(contentsOf: folder.appending(path: "SOURCES.tsv"), encoding: .utf8)
        return try list.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard let path = fields.first, let source = fields.last, source.hasSuffix(".xcdatamodel"),
                let project = path.split(separator: "/").first
            else { return nil }
            let version = source.split(separator: "/").suffix(2).joined(separator: "/")
            let contents = folder.appending(path: "\(project)/\(version)/contents")
            return (path, try readModel(String(contentsOf: contents, encoding: .utf8)))
        }
    }
}
