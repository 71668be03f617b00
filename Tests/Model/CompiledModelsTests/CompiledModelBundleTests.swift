import CompiledModels
import Foundation
import ModelSchema
import TestSupport
import Testing

/// Folders of compiled versions, made here.
@Suite struct CompiledModelBundleTests {
    private func write(_ list: [String: Any], in folder: TemporaryFolder) throws -> URL {
        let bundle = folder.url.appending(path: "Shop.momd")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try data.write(to: bundle.appending(path: "VersionInfo.plist"))
        let archive = ArchiveWriter.bytes(of: .model([("Item", .entity("Item"))]))
        try Data(archive).write(to: bundle.appending(path: "Shop 2.mom"))
        return bundle
    }

    @Test("Versions are sorted by name and have their hashes")
    func versionsComeByNameWithTheirHashes() throws {
        let folder = try TemporaryFolder()
        let lookup = ModelLookup(Model(name: "Shop", entities: [Entity(name: "Item")]))
        let hash = lookup.coreDataVersionHash(of: Entity(name: "Item"))
        let bundle = try CompiledModelBundle(
            folder: write(
                [
                    "NSManagedObjectModel_CurrentVersionName": "Shop 2",
                    "NSManagedObjectModel_VersionHashes": [
                        "Shop 2": ["Item": Data(hash.bytes)], "Shop": ["Item": Data([1])], "../Shop": ["Item": Data()],
                    ],
                    "NSManagedObjectModel_VersionChecksums": ["Shop 2": "abc"],
                ], in: folder))
        #expect(bundle.name == "Shop")
        #expect(bundle.currentVersionName == "Shop 2")
        #expect(bundle.versions.map(\.name) == ["Shop", "Shop 2"])
        #expect(bundle.versions.map(\.checksum) == [nil, "abc"])
        #expect(bundle.versions.map(\.versionHashes) == [[:], ["Item": hash]])
        let compiled = try bundle.model(of: #require(bundle.versions.last))
        #expect(compiled.model == Model(name: "Shop 2", entities: [Entity(name: "Item")]))
        #expect(compiled.entityNamesWithMismatchedHashes == [])
    }

    @Test("A version without a file is an error that names it")
    func aVersionWithoutAFileIsAnErrorThatNamesIt() throws {
        let folder = try TemporaryFolder()
        let bundle = try CompiledModelBundle(
            folder: write(["NSManagedObjectModel_VersionHashes": ["Shop": [String: Data]()]], in: folder))
        let version = try #require(bundle.versions.first)
        let error = #expect(throws: CompiledModelError.self) { try bundle.model(of: version) }
        #expect(error?.code == .unreadableFile)
        #expect(error?.location.hasSuffix("Shop.momd/Shop.mom") == true)
    }

    @Test("A folder without a list of versions is not a bundle")
    func aFolderWithoutAListOfVersionsIsNoBundle() throws {
        let folder = try TemporaryFolder()
        #expect(throws: CompiledModelError.self) { try CompiledModelBundle(folder: folder.url) }
        let bundle = try write(["other": 1], in: folder)
        let error = #expect(throws: CompiledModelError.self) { try CompiledModelBundle(folder: bundle) }
        #expect(error?.code == .notAModel)
    }
}
