import Foundation
import ModelSchema
import TestSupport
import Testing
import XCDataModel

/// The hashes that Core Data itself has given entities of public models.
@Suite struct PublicVersionHashTests {
    @Test(
        "Every known definition of an entity has its hash",
        .enabled(
            if: PublicStores.hashVectors != nil,
            "../shared/reference/version-hash-vectors.json is missing; its hashes are those of other projects' stores"))
    func everyKnownDefinitionHasItsHash() throws {
        let vectors = try JSONDecoder().decode(
            [HashVector].self, from: Data(contentsOf: #require(PublicStores.hashVectors)))
        var checkedCount = 0
        for vector in vectors {
            guard let lineage = vector.lineage(among: vectors) else { continue }
            let entities = HashVector.entities(of: lineage)
            let lookup = ModelLookup(Model(name: "M", entities: entities))
            let entity = try #require(entities.last)
            #expect(lookup.coreDataVersionHash(of: entity).description == vector.versionHash, "\(vector.entity)")
            checkedCount += 1
        }
        #expect(checkedCount > 90)
    }

    @Test(
        "Every compiled public model has the hashes of its source",
        .enabled(if: PublicStores.isPresent, "\(PublicStores.absence)"))
    func compiledModels() throws {
        var checkedCount = 0
        for file in PublicStores.files(endingIn: "VersionInfo.plist") {
            let list = try PropertyListDecoder().decode(VersionList.self, from: Data(contentsOf: file))
            let bundle = file.deletingLastPathComponent().deletingPathExtension().appendingPathExtension("xcdatamodeld")
            for (version, hashes) in list.hashes {
                let contents = bundle.appending(path: "\(version).xcdatamodel/contents")
                let lookup = ModelLookup(try readDocument(String(contentsOf: contents, encoding: .utf8)).model)
                let computed = lookup.coreDataVersionHashes.mapValues { Data($0.bytes) }
                #expect(computed == hashes, "\(contents.path)")
                #expect(lookup.model.entities.allSatisfy(lookup.isCoreDataVersionHashKnown))
                guard let checksum = list.checksums?[version] else { continue }
                #expect(CoreDataVersionDigest(of: lookup.coreDataVersionHashes).checksum == checksum)
                checkedCount += 1
            }
        }
        #expect(checkedCount == 3)
    }
}

private struct VersionList: Decodable {
    var hashes: [String: [String: Data]]
    var checksums: [String: String]?

    private enum CodingKeys: String, CodingKey {
        case hashes = "NSManagedObjectModel_VersionHashes"
        case checksums = "NSManagedObjectModel_VersionChecksums"
    }
}

/// A definition and its hash. The properties are all of the entity's objects, inherited ones among them.
private struct HashVector: Decodable {
    struct Property: Decodable {
        var kind: String
        var name: String
        var optional: Bool
        var transient: Bool
        var modifier: String?
        var type: Int32?
        var externalBinary: Bool?
        var preservesInHistory: Bool?
        var destination: String?
        var inverse: String?
        var maxCount: Int?
        var minCount: Int?
        var ordered: Bool?
    }

    var entity: String
    var isAbstract: Bool
    var superentity: String?
    var superentityVersionHash: String?
    var uniquenessConstraints: [[String]]?
    var allProperties: [Property]
    var versionHash: String
    var source: String

    /// The definitions from the root down to this one; nil where the parent is not among them.
    func lineage(among vectors: [HashVector]) -> [HashVector]? {
        guard superentity != nil else { return [self] }
        let parent = vectors.first { $0.entity == superentity && $0.versionHash == superentityVersionHash }
        return parent?.lineage(among: vectors).map { $0 + [self] }
    }

    static func entities(of lineage: [HashVector]) -> [Entity] {
        var inherited: Set<String> = []
        return lineage.map { vector in
            let own = vector.allProperties.filter { !inherited.contains($0.name) }
            inherited.formUnion(own.map(\.name))
            return Entity(
                name: vector.entity, isAbstract: vector.isAbstract, parentName: vector.superentity,
                attributes: own.filter { $0.kind == "attribute" }.map(\.attribute),
                relationships: own.filter { $0.kind == "relationship" }.map(\.relationship),
                uniquenessConstraints: (vector.uniquenessConstraints ?? []).map { UniquenessConstraint($0) })
        }
    }
}

extension HashVector.Property {
    fileprivate var attribute: Attribute {
        Attribute(
            name: name, type: type.flatMap(AttributeType.init(coreDataNumber:)) ?? .undefined, isOptional: optional,
            isTransient: transient, allowsExternalBinaryDataStorage: externalBinary ?? false,
            preservesValueInHistoryOnDeletion: preservesInHistory ?? false, versionHashModifier: modifier)
    }

    fileprivate var relationship: Relationship {
        Relationship(
            name: name, isOptional: optional, isTransient: transient, isToMany: maxCount != 1,
            minimumCount: minCount ?? 0, maximumCount: maxCount, isOrdered: ordered ?? false,
            destinationName: destination, inverseName: inverse, versionHashModifier: modifier)
    }
}
