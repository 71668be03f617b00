import ModelSchema
import Testing

@Suite struct CoreDataVersionHashTests {
    private func hash(of entity: Entity, among others: [Entity] = []) -> String {
        ModelLookup(Model(name: "M", entities: [entity] + others)).coreDataVersionHash(of: entity).description
    }

    private func isKnown(_ entity: Entity, among others: [Entity] = []) -> Bool {
        ModelLookup(Model(name: "M", entities: [entity] + others)).isCoreDataVersionHashKnown(of: entity)
    }

    @Test("An empty entity has the hash in compiled models")
    func emptyEntity() {
        #expect(
            hash(of: Entity(name: "ImpossibleType"))
                == "bdfa1152dad83910ac7e3ab42bef92719525f26e24a50ac106289db487916770")
        #expect(
            hash(of: Entity(name: "AbstractEntity", isAbstract: true))
                == "dbc201c1a26b2e8f6b8130b6ed8f7083e88229db4c1d1b73d8bccaab48402d12")
    }

    @Test("The hash of an entity includes its parent, attributes, and constraints")
    func subentities() {
        let parent = Entity(name: "AbstractEntity", isAbstract: true)
        let child = Entity(
            name: "NewEntity", parentName: "AbstractEntity",
            attributes: [Attribute(name: "identifier", type: .uuid, isOptional: true)],
            uniquenessConstraints: [UniquenessConstraint(["identifier"])])
        #expect(
            hash(of: child, among: [parent]) == "a1d2c1d335618c265d2ffbd01c2bafe655aa0e0a82bc9f1ceba0c8b5b1d73264")
    }

    @Test("An entity with an attribute has the hash in stores")
    func anAttributeHasTheHashThatStoresHave() {
        let writer = Entity(name: "Writer", isAbstract: true, attributes: [Attribute(name: "age", type: .integer16)])
        #expect(hash(of: writer) == "d54efab5d39cb3f59df8018db5e4cb2912ced49ca0fdebb029a326cd70847b25")
    }

    @Test("Settings that do not affect stores do not change the hash")
    func whatDoesNotReachAStoreDoesNotEnter() {
        let plain = Entity(
            name: "Hero",
            attributes: [Attribute(name: "age", type: .integer32), Attribute(name: "name", type: .string)])
        var other = plain
        other.attributes.reverse()
        other.attributes[0].defaultValueString = "nobody"
        other.attributes[0].renamingIdentifier = "title"
        other.attributes.append(Attribute(name: "shown", type: .string, isTransient: true))
        other.relationships = [Relationship(name: "last", isTransient: true, destinationName: "Hero")]
        other.representedClassName = "Other"
        other.userInfo = ["a": "b"]
        other.indexes = [FetchIndex(name: "byAge", elements: [.init(propertyName: "age")])]
        #expect(hash(of: other) == hash(of: plain))
    }

    @Test("Settings that affect stores change the hash")
    func whatAStoreDependsOnEnters() {
        let plain = Entity(
            name: "Hero", attributes: [Attribute(name: "face", type: .binary)],
            relationships: [Relationship(name: "team", isToMany: true, destinationName: "Team", inverseName: "heroes")])
        let changes: [(inout Entity) -> Void] = [
            { $0.name = "Villain" },
            { $0.isAbstract = true },
            { $0.versionHashModifier = "2" },
            { $0.attributes[0].isOptional = true },
            { $0.attributes[0].type = .string },
            { $0.attributes[0].versionHashModifier = "2" },
            { $0.attributes[0].allowsExternalBinaryDataStorage = true },
            { $0.relationships[0].isOrdered = true },
            { $0.relationships[0].destinationName = "Club" },
            { $0.relationships[0].inverseName = nil },
            { $0.relationships[0].minimumCount = 1 },
            { $0.relationships[0].maximumCount = 8 },
            { $0.uniquenessConstraints = [UniquenessConstraint(["face"])] },
        ]
        let hashes = changes.map { change in
            var entity = plain
            change(&entity)
            return hash(of: entity)
        }
        #expect(Set(hashes + [hash(of: plain)]).count == changes.count + 1)
    }

    @Test("A derived attribute counts as the text of its expression")
    func derivedAttributes() {
        func derived(_ expression: String) -> Entity {
            Entity(
                name: "Book",
                attributes: [Attribute(name: "c", type: .string, isDerived: true, derivationExpression: expression)])
        }
        var renamed = derived("now()")
        renamed.attributes[0].name = "other"
        renamed.attributes[0].type = .date
        let now = SHA256.hash(of: Array("Book".utf8) + [0] + SHA256.hash(of: Array("now()".utf8)))
        #expect(hash(of: derived("now()")) == now.hexadecimalDigits)
        #expect(hash(of: renamed) == hash(of: derived("now()")))
        #expect(hash(of: derived("pages.@count")) == hash(of: derived("count:(pages)")))
        #expect(["pages.@count", "canonical:(title)", "now()"].allSatisfy { isKnown(derived($0)) })
        let child = Entity(name: "Novel", parentName: "Book")
        #expect(!isKnown(derived("pages.price.@sum")))
        #expect(!isKnown(child, among: [derived("lowercase:(title)")]))
        #expect(isKnown(child, among: [derived("now()")]))
    }

    @Test("A composite attribute counts as the hashes of its elements in the order of their names")
    func compositeAttributes() {
        func model(_ elements: [Attribute], named name: String = "place") -> ModelLookup {
            let entity = Entity(
                name: "Hero", attributes: [Attribute(name: name, type: .composite, compositeName: "Place")])
            return ModelLookup(
                Model(
                    name: "M", entities: [entity], composites: [Composite(name: "Place", attributes: elements)]))
        }
        let elements = [Attribute(name: "x", type: .double), Attribute(name: "y", type: .double, isOptional: true)]
        let hash = model(elements).coreDataVersionHashes
        func hashOfElement(_ name: String, isOptional: Bool) -> [UInt8] {
            SHA256.hash(of: SHA256.hash(of: Array(name.utf8) + [isOptional ? 1 : 0, 0]) + [0xF4, 1, 0, 0])
        }
        let place = SHA256.hash(of: hashOfElement("x", isOptional: false) + hashOfElement("y", isOptional: true))
        #expect(hash["Hero"]?.bytes == SHA256.hash(of: Array("Hero".utf8) + [0] + place))
        #expect(model(elements.reversed(), named: "position").coreDataVersionHashes == hash)
        #expect(model([elements[0]]).coreDataVersionHashes != hash)
        let entity = model(elements).model.entities[0]
        #expect(model(elements).isCoreDataVersionHashKnown(of: entity))
        #expect(!isKnown(entity), "the composite is missing")
    }

    @Test("Composites in composites are hashed in a time that does not depend on the number of ways to them")
    func nestedComposites() {
        let depth = 12
        let composites = (0...depth).map { level in
            let type: AttributeType = level == depth ? .string : .composite
            return Composite(
                name: "C\(level)",
                attributes: (0..<10).map { Attribute(name: "a\($0)", type: type, compositeName: "C\(level + 1)") })
        }
        let entity = Entity(
            name: "Hero", attributes: [Attribute(name: "c", type: .composite, compositeName: "C0")])
        let lookup = ModelLookup(Model(name: "M", entities: [entity], composites: composites))
        // Below the eighth level, an attribute counts with its name and its composite, as any other attribute.
        var element = { (name: String) in
            SHA256.hash(of: SHA256.hash(of: Array(name.utf8) + [0, 0]) + [0x34, 0x08, 0, 0] + Array("C8".utf8))
        }
        for _ in 0..<8 {
            let hash = SHA256.hash(of: (0..<10).flatMap { element("a\($0)") })
            element = { _ in hash }
        }
        #expect(lookup.coreDataVersionHash(of: entity.attributes[0]).bytes == element("c"))
        #expect(lookup.coreDataVersionHashes["Hero"]?.bytes == SHA256.hash(of: Array("Hero".utf8) + [0] + element("c")))
    }

    @Test("The hash modifier of an entity is known without a uniqueness constraint")
    func entityModifiers() {
        var entity = Entity(name: "Hero", attributes: [Attribute(name: "face", type: .binary)])
        entity.versionHashModifier = "2"
        #expect(isKnown(entity))
        entity.uniquenessConstraints = [UniquenessConstraint(["face"])]
        #expect(!isKnown(entity))
        entity.versionHashModifier = ""
        entity.relationships = [Relationship(name: "team", destinationName: "Team", versionHashModifier: "")]
        #expect(isKnown(entity), "an empty modifier adds nothing")
        entity.relationships[0].versionHashModifier = "2"
        #expect(!isKnown(entity))
    }

    @Test("A hash has 32 bytes")
    func aHashIs32Bytes() throws {
        #expect(CoreDataVersionHash(bytes: Array(repeating: 0, count: 31)) == nil)
        let hash = try #require(CoreDataVersionHash(bytes: Array(0..<32)))
        #expect(hash.description == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
        #expect(hash.base64 == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    }

    @Test("A digest is computed from the hashes in the order of names, capitals first")
    func digests() throws {
        let hashes = [
            "beta": try #require(CoreDataVersionHash(bytes: Array(repeating: 1, count: 32))),
            "Zeta": try #require(CoreDataVersionHash(bytes: Array(repeating: 2, count: 32))),
        ]
        let digest = CoreDataVersionDigest(of: hashes)
        #expect(digest.checksum == "xX1PWclhsT5AbNmRsPNC7HnlcdwsFBX/csZVBkWjsZg=")
        #expect(
            digest.hashesDigest
                == "Fzq/f1JO+4VHU2GFra1dpEU5Mo4kKjCzyaUSSqkODKItROOvIVoLRxxbv3eWQNwkD43EnF9qHGPESoUVg0CGEQ==")
    }
}
