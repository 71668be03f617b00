import Foundation
import ModelSchema
import TestSupport
import Testing

/// Version hashes that `Tests/Scripts/fixtures` has computed from the text of models, without this project's code.
@Suite struct VersionHashFixtureTests {
    struct Vector: Decodable, CustomTestStringConvertible {
        /// What the model shows.
        var feature: String
        /// The model as a file contains it.
        var model: String
        /// The hashes in hexadecimal digits, by entity name.
        var hashes: [String: String]
        /// The digest of names and hashes in the metadata of stores.
        var digest: String
        /// The checksum of the hashes.
        var checksum: String

        var testDescription: String { feature }
    }

    static func vectors() throws -> [Vector] {
        try JSONDecoder().decode([Vector].self, from: Data(contentsOf: Fixtures.url("VersionHashes.json")))
    }

    @Test("The hash of every entity is that of the documented algorithm")
    func hashes() throws {
        let vectors = try Self.vectors()
        #expect(vectors.count > 40)
        for vector in vectors {
            let lookup = ModelLookup(try readModel(vector.model))
            let hashes = lookup.coreDataVersionHashes
            #expect(hashes.mapValues(\.description) == vector.hashes, "\(vector.feature)")
            let digest = CoreDataVersionDigest(of: hashes)
            #expect(digest.hashesDigest == vector.digest, "\(vector.feature)")
            #expect(digest.checksum == vector.checksum, "\(vector.feature)")
            #expect(lookup.model.entities.allSatisfy(lookup.isCoreDataVersionHashKnown), "\(vector.feature)")
        }
    }

    @Test("What the algorithm does not include changes no hash, and everything else does")
    func differences() throws {
        let byFeature = try Dictionary(uniqueKeysWithValues: Self.vectors().map { ($0.feature, $0.hashes["Item"]) })
        let plain = try #require(byFeature["the same without what does not count"])
        #expect(byFeature["what does not count"] == plain)
        #expect(byFeature["an attribute of the type Integer 16"] == plain)
        let types = byFeature.filter { $0.key.hasPrefix("an attribute of the type") }
        #expect(types.count == 13)
        #expect(Set(types.values).count == types.count)
    }
}
