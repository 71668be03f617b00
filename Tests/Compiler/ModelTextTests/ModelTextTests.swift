import Foundation
import ModelDiagnostics
import ModelSchema
import ModelText
import TestSupport
import Testing
import XCDataModel

@Suite struct ModelTextTests {
    private func model(_ yaml: String) throws -> Model {
        var diagnostics: [LocatedDiagnostic] = []
        let text = ModelTextReader().read(Array(yaml.utf8), named: "Shop", at: "Shop.yaml", into: &diagnostics)
        #expect(diagnostics == [])
        return try #require(text?.versions.first?.document.model)
    }

    private func text(of model: Model) -> ModelText {
        ModelText(
            name: model.name, currentName: nil,
            versions: [.init(name: model.name, document: ModelDocument(model))])
    }

    /// What is wrong with a text: `line:column code hint`.
    private func problems(_ yaml: String) -> [String] {
        var diagnostics: [LocatedDiagnostic] = []
        let text = ModelTextReader().read(Array(yaml.utf8), named: "Shop", at: "Shop.yaml", into: &diagnostics)
        #expect(text == nil)
        return diagnostics.map {
            let message = [$0.message, $0.hint].compactMap { $0 }.joined(separator: "; ")
            return "\($0.position.line ?? 0):\($0.position.column ?? 0) \($0.code.rawValue): \(message)"
        }
    }

    @Test("User info that is there but empty comes back in the file")
    func emptyUserInfo() throws {
        let xml =
            #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
            + .model(
                containing: """

                        <entity name="Order">
                            <attribute name="note" attributeType="String">
                                <userInfo/>
                            </attribute>
                            <relationship name="items" toMany="YES" destinationEntity="Order">
                                <userInfo/>
                            </relationship>
                            <userInfo/>
                        </entity>
                        <composite name="Address">
                            <attribute name="street" attributeType="String">
                                <userInfo/>
                            </attribute>
                        </composite>

                    """, attributes: "sourceLanguage=\"Swift\"")
        let document = try #require(diagnostics(reading: Array(xml.utf8)).document)
        let text = ModelText(name: "Shop", currentName: nil, versions: [.init(name: "Shop", document: document)])
        #expect(text.yaml.contains("emptyUserInfo: [Order/note, Order/items, Order, Address/street]"), "\(text.yaml)")
        var found: [LocatedDiagnostic] = []
        let back = ModelTextReader().read(Array(text.yaml.utf8), named: "Shop", at: "Shop.yaml", into: &found)
        #expect(found == [])
        #expect(document.loss(becoming: back?.versions.first?.document) == nil)
    }

    @Test("A key that is longer than YAML's own limit for keys comes back")
    func longKeys() {
        let texts = [1_000, 1_001, 1_024, 2_000].map { String(repeating: "k", count: $0) }
        let entries = (texts + [String(repeating: "é:", count: 900)]).map { UserInfo.Entry(key: $0, value: "v") }
        let model = Model(name: "Shop", entities: [Entity(name: "Order", userInfo: UserInfo(entries: entries))])
        var found: [LocatedDiagnostic] = []
        let yaml = text(of: model).yaml
        let back = ModelTextReader().read(Array(yaml.utf8), named: "Shop", at: "Shop.yaml", into: &found)
        #expect(found == [])
        #expect(back?.versions.first?.document.model == model)
    }

    @Test("A comment inside an element is named, and not the element")
    func lossInsideAnElement() throws {
        let element = """
            <entity name="Order"><attribute name="note" attributeType="String"><!-- old --></attribute></entity>
            """
        let document = try #require(diagnostics(reading: Array(String.model(containing: element).utf8)).document)
        let loss = document.loss(becoming: ModelDocument(document.model, editorPart: document.editorPart ?? .new))
        #expect(loss?.message.contains("'<!-- old -->'") == true, "\(loss?.message ?? "")")
    }

    @Test("Omitted keys have their usual values")
    func whatIsLeftOutIsUsual() throws {
        let shop = try model(
            """
            entities:
              Order:
                attributes:
                  number: Integer 64 = 0
                  note: String?
                  total: {type: Decimal, optional: true, minimum: 0}
                relationships:
                  items: {destination: Item, inverse: order, toMany: true, deleteRule: Cascade}
                unique: [number, [note, total]]
                indexes:
                  byNumber: [number, {property: total, order: descending}]
              Item:
                class: ~
                relationships:
                  order: {destination: Order, inverse: items, optional: true}
            configurations:
              Local: [Order, Item]
            """)
        let order = Entity(
            name: "Order", representedClassName: "Order",
            attributes: [
                Attribute(name: "number", type: .integer64, defaultValueString: "0"),
                Attribute(name: "note", type: .string, isOptional: true),
                Attribute(name: "total", type: .decimal, isOptional: true, minValueString: "0"),
            ],
            relationships: [
                Relationship(
                    name: "items", isToMany: true, deleteRule: .cascade, destinationName: "Item", inverseName: "order")
            ],
            indexes: [
                FetchIndex(
                    name: "byNumber",
                    elements: [.init(propertyName: "number"), .init(propertyName: "total", order: .descending)])
            ],
            uniquenessConstraints: [UniquenessConstraint(["number"]), UniquenessConstraint(["note", "total"])])
        let item = Entity(
            name: "Item",
            relationships: [
                Relationship(name: "order", isOptional: true, destinationName: "Order", inverseName: "items")
            ])
        let expected = Model(
            name: "Shop", entities: [order, item],
            configurations: [Configuration(name: "Local", entityNames: ["Order", "Item"])])
        #expect(shop == expected)
    }

    @Test("A random model is the same after writing and reading YAML")
    func whatIsWrittenReadsBack() throws {
        var random = RandomModel(seed: 21)
        var comparedCount = 0
        for number in 0..<200 {
            let model = random.model()
            var diagnostics: [LocatedDiagnostic] = []
            let yaml = text(of: model).yaml
            let back = ModelTextReader().read(Array(yaml.utf8), named: "Other", at: "Test.yaml", into: &diagnostics)
            // Of what no file can hold, such as control characters, the writer says so.
            let others = diagnostics.filter { $0.code.rawValue != "text-not-writable" }
            #expect(others == [], "\(number)\n\(yaml)")
            guard diagnostics.isEmpty else { continue }
            comparedCount += 1
            #expect(back?.versions.first?.document.model == model, "\(number)\n\(yaml)")
        }
        #expect(comparedCount > 100)
    }

    @Test("Errors have their place and a hint")
    func errorsSayWhereAndWhatToDo() {
        let found = problems(
            """
            entities:
              Order:
                atributes: {}
                attributes:
                  number: Integer 46
                  note: {type: String, optional: maybe}
                  name:
                    type: [String]
                relationships: [items]
            curent: Shop
            """)
        let types = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
        #expect(
            found == [
                "3:5 yaml-key-unknown: entity has no key 'atributes'; did you mean 'attributes'?",
                "5:15 yaml-value-invalid: 'type' cannot be 'Integer 46'; did you mean 'Integer 16'? use one of \(types)",
                "6:38 yaml-value-invalid: 'optional' cannot be 'maybe'; use true or false",
                "8:15 yaml-value-invalid: 'type' cannot be a list; use a string",
                "9:21 yaml-value-invalid: 'relationships' cannot be 'items'; use a mapping",
                "10:1 yaml-key-unknown: model has no key 'curent'; did you mean 'current'?",
            ])
    }

    @Test("A composite in the place of a type says how to write it")
    func compositeAsType() throws {
        let found = problems(
            """
            composites:
              Address: {attributes: {city: String}}
            entities:
              Order:
                attributes:
                  home: Address?
                  work: Address
                  shop: Adress = 1
                  other: {optional: true, type: Address}
            """)
        #expect(
            found == [
                """
                6:13 yaml-value-invalid: 'type' cannot be 'Address', which is a composite; \
                write {type: Composite, composite: Address, optional: true}
                """,
                """
                7:13 yaml-value-invalid: 'type' cannot be 'Address', which is a composite; \
                write {type: Composite, composite: Address}
                """,
                """
                8:13 yaml-value-invalid: 'type' cannot be 'Adress'; a composite 'Address' exists; \
                write {type: Composite, composite: Address}
                """,
                """
                9:37 yaml-value-invalid: 'type' cannot be 'Address', which is a composite; \
                write 'type: Composite' and 'composite: Address'
                """,
            ])
        let types = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
        #expect(
            problems("entities: {Order: {attributes: {home: Address?}}}\ncomposites: [{name: Place}]") == [
                """
                1:39 yaml-value-invalid: 'type' cannot be 'Address'; use one of \(types); for a composite, \
                add 'Address' to 'composites', and write {type: Composite, composite: Address, optional: true}
                """
            ])
        let model = try model(
            """
            composites: [{name: Address, attributes: {city: String}}]
            entities: {Order: {attributes: {home: {type: Composite, composite: Address, optional: true}}}}
            """)
        #expect(
            model.entities.first?.attributes == [
                Attribute(name: "home", type: .composite, isOptional: true, compositeName: "Address")
            ])
    }

    @Test("Invalid YAML is an error with its place")
    func brokenYAMLSaysWhere() {
        #expect(problems("entities: {Order: [").map { $0.prefix(20) } == ["2:1 yaml-syntax: did"])
        #expect(
            problems("a: &x 1\nb: *x")
                == ["1:4 yaml-syntax: anchors and aliases are not supported; write out the value"])
        #expect(
            problems("") == [
                """
                0:0 yaml-value-invalid: the file is empty; write a model, or make one from a bundle with modelgen convert
                """
            ])
        #expect(problems("entities: {}\nentities: {}") == ["1:1 yaml-syntax: duplicate key 'entities'"])
        #expect(
            problems("current: Shop 2\nversions:\n- version: Shop\n") == [
                "1:10 yaml-value-invalid: 'current' cannot be 'Shop 2'; did you mean 'Shop'? use one of Shop"
            ])
        #expect(
            problems("versions:\n- version: Shop\n- version: Shop\n- entities: {}\n") == [
                "3:3 yaml-value-invalid: two versions have the name 'Shop'; use another name",
                "4:3 yaml-value-invalid: the version has no name; use 'version:' and the name",
            ])
    }

    @Test("Asterisks and ampersands in strings are not aliases")
    func starsAndAmpersandsInTextsAreNoAliases() throws {
        let words = Array(repeating: "*b* & *c && R&D *e", count: 30).joined(separator: " ")
        let yaml = "entities:\n  Item:\n    userInfo: {about: \"\(words)\"}\n"
        #expect(try model(yaml).entities.first?.userInfo["about"] == words)
    }

    @Test("Deeply nested YAML is an error")
    func deepNestingIsRefused() {
        func nested(_ depth: Int) -> [String] {
            problems("entities: " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        #expect(nested(100) == ["1:12 yaml-value-invalid: 'entities' cannot be a list; use a mapping"])
        for depth in [20_000, 100_000] {
            #expect(nested(depth) == ["1:12 yaml-syntax: lists and mappings are nested too deeply"], "\(depth)")
        }
    }

    @Test("Keys of the file are not accepted in a version")
    func whatIsOfTheFileIsNotOfAVersion() {
        #expect(
            problems("versions:\n- version: Shop\n  current: Shop\n").map { $0.prefix(28) }
                == ["3:3 yaml-key-unknown: model h"].map { $0.prefix(28) })
        #expect(
            problems("entities:\n  A:\n    relationships:\n      b: {destination: A, minimumCount: -1}\n")
                .contains { $0.contains("an integer of at least 0") })
        #expect(
            problems("editor: {header: {type: com.apple.IDECoreDataModeler.DataModel}}\n")
                .contains { $0.contains("yaml-key-unknown: header has no key 'type'") })
    }

    @Test("Default settings apply to all elements of a kind")
    func defaultsHoldForAllElementsOfAKind() throws {
        let yaml = """
            model: Shop
            defaults:
              entity: {codeGeneration: class, syncable: true}
            entities:
              Item: {}
              Order: {}
              Old:
                codeGeneration: ~
                syncable: false

            """
        let shop = try model(yaml)
        #expect(shop.entities.map(\.isSyncable) == [true, true, false])
        #expect(shop.entities.map(\.codeGeneration) == [.classDefinition, .classDefinition, nil])
        #expect(text(of: shop).yaml == yaml)
    }
}

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTextTests {
    /// Files with what no editor keeps: comments.
    private static let lossy: Set<String> = [
        "bazelbuild__rules_apple/DataModel.xcdatamodeld/DataModel-1.0.xcdatamodel/contents",
        "bazelbuild__rules_apple/DataModel.xcdatamodeld/DataModel-1.1.xcdatamodel/contents",
    ]

    /// One text for many models, as for many versions of one: for every fifth file,
    /// or for all with `MODELGEN_LONG_TESTS`.
    @Test("Public models are the same files after conversion to YAML and back")
    func publicModels() throws {
        let all = Corpus.contentsPaths
        let step = runsLongTests ? 1 : 5
        let paths = all.enumerated().filter { $0.offset % step == 0 || Self.lossy.contains($0.element) }.map(\.element)
        let versions = try paths.map { path in
            let document = try #require(try Corpus.reading(of: path).document)
            return ModelText.Version(name: path, document: document)
        }
        let yaml = ModelText(name: "Corpus", currentName: paths.last, versions: versions).yaml
        var found: [LocatedDiagnostic] = []
        let back = try #require(
            ModelTextReader().read(Array(yaml.utf8), named: "Corpus", at: "Corpus.yaml", into: &found))
        #expect(found == [])
        #expect(back.versions.map(\.name) == paths)
        #expect(back.currentName == paths.last)
        for (version, returned) in zip(versions, back.versions) {
            let loss = version.document.loss(becoming: returned.document)
            #expect((loss != nil) == Self.lossy.contains(version.name), "\(version.name): \(loss?.message ?? "")")
        }
        #expect(all.count > 400)
    }
}
