import ModelDiagnostics
import ModelExpressions
import ModelSchema
import TestSupport
import Testing

@testable import ModelValidation

/// Rules of a project's own.
struct ConventionTests {
    private static let model = """
        <entity name="Place" representedClassName="Shop.PlaceObject" isAbstract="YES">
        <attribute name="title" optional="YES" attributeType="String" defaultValueString="x" regularExpressionString="a+"/>
        <userInfo><entry key="team.owner" value="Maps"/></userInfo>
        </entity>
        <entity name="shop" parentEntity="Place">
        <attribute name="Größe" optional="YES" transient="YES" attributeType="Integer 16" minValueString="1" \
        maxValueString="9"/>
        <attribute name="count" attributeType="Integer 32" defaultValueString="0"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Owner" \
        inverseName="shops" inverseEntity="Owner"/>
        </entity>
        <entity name="Owner">
        <relationship name="shops" optional="YES" toMany="YES" minCount="1" maxCount="3" deletionRule="Nullify" \
        ordered="YES" destinationEntity="shop" inverseName="owner" inverseEntity="shop"/>
        </entity>
        """

    private func findings(_ convention: Convention, in model: String = model) throws -> [Diagnostic] {
        let options = ValidationOptions(conventions: [convention])
        return try ModelValidationTests.findings(in: model, options: options).filter { $0.code == convention.code }
    }

    /// The elements that meet a requirement.
    private func elements(_ subject: Convention.Subject, that requirement: String) throws -> [String] {
        func broken(_ requirement: String) throws -> [String] {
            try findings(Convention(code: "c", of: subject, requirement: requirement, message: "m")).map(\.message)
        }
        let all = try broken("FALSEPREDICATE")
        let others = try broken(requirement)
        return all.filter { !others.contains($0) }.compactMap { message in
            message.split(separator: "'").dropFirst().first.map(String.init)
        }
    }

    @Test(
        "Requirements can use the properties of entities",
        arguments: [
            ("name MATCHES '[A-Z].*'", ["Place", "Owner"]), ("name MATCHES[c] 'PLACE|S\\\\Sop'", ["Place", "shop"]),
            ("name MATCHES 'Pl'", []), ("className == 'PlaceObject'", ["Place"]), ("isAbstract == YES", ["Place"]),
            ("isAbstract == 1", ["Place"]), ("parent == NIL", ["Place", "Owner"]), ("parent.name == 'Place'", ["shop"]),
            ("parent.isAbstract == NO", []), ("userInfo.team.owner == 'Maps'", ["Place"]),
            ("userInfo.team.owner == NIL", ["shop", "Owner"]), ("attributes.@count == 2", ["shop"]),
            ("properties.@count >= 3", ["shop"]), ("properties.entity.attributes.@count == 6", ["shop"]),
            ("ANY attributes.name == 'title'", ["Place"]), ("NONE attributes.isTransient == YES", ["Place", "Owner"]),
            ("ALL relationships.isToMany == YES", ["Place", "Owner"]),
            ("attributes.name CONTAINS 'count'", ["shop"]), ("'count' IN attributes.name", ["shop"]),
            ("SUBQUERY(attributes, $a, $a.isOptional == YES AND $a.entity == SELF).@count == 1", ["Place", "shop"]),
            ("name IN {'Owner', 'shop'}", ["shop", "Owner"]), ("name BETWEEN {'A', 'P'}", ["Owner"]),
            ("length:(name) == 4", ["shop"]), ("name.length > 4", ["Place", "Owner"]),
            ("uppercase:(name) == 'SHOP'", ["shop"]), ("NOT (name == 'shop' OR name == 'Owner')", ["Place"]),
            ("TRUEPREDICATE", ["Place", "shop", "Owner"]), ("name < 'Q'", ["Place", "Owner"]),
            ("className > 'A'", ["Place"]),
        ])
    func entitiesHaveTheirFacts(_ requirement: String, _ expected: [String]) throws {
        #expect(try elements(.entities, that: requirement) == expected)
    }

    @Test(
        "Requirements can use the properties of attributes",
        arguments: [
            ("type == 'Integer 16'", ["shop/Größe"]), ("type BEGINSWITH 'Integer'", ["shop/Größe", "shop/count"]),
            ("name ENDSWITH 'e'", ["Place/title", "shop/Größe"]), ("name CONTAINS[cd] 'GRO'", ["shop/Größe"]),
            ("name MATCHES[d] 'Gro.*'", ["shop/Größe"]), ("name ==[c] 'TITLE'", ["Place/title"]),
            ("isOptional == NO", ["shop/count"]), ("isTransient == YES", ["shop/Größe"]), ("isDerived == YES", []),
            ("defaultValue == NIL", ["shop/Größe"]), ("minValue == '1' AND maxValue == '9'", ["shop/Größe"]),
            ("regularExpression != NIL", ["Place/title"]), ("entity.name == 'shop'", ["shop/Größe", "shop/count"]),
            ("kind == 'attribute'", ["Place/title", "shop/Größe", "shop/count"]),
            ("entity.userInfo.team.owner == 'Maps'", ["Place/title"]),
        ])
    func attributesHaveTheirFacts(_ requirement: String, _ expected: [String]) throws {
        #expect(try elements(.attributes, that: requirement) == expected)
    }

    @Test(
        "Requirements can use the properties of relationships",
        arguments: [
            ("isToMany == YES", ["Owner/shops"]), ("isOrdered == YES", ["Owner/shops"]),
            ("deleteRule == 'Deny'", ["shop/owner"]),
            ("minCount == 1 AND maxCount == 3", ["Owner/shops"]), ("destination.name == 'Owner'", ["shop/owner"]),
            ("inverse.isToMany == YES", ["shop/owner"]), ("inverse.inverse == SELF", ["shop/owner", "Owner/shops"]),
            ("destination.parent != NIL", ["Owner/shops"]), ("kind == 'relationship'", ["shop/owner", "Owner/shops"]),
        ])
    func relationshipsHaveTheirFacts(_ requirement: String, _ expected: [String]) throws {
        #expect(try elements(.relationships, that: requirement) == expected)
    }

    @Test("A convention for properties applies to attributes and relationships")
    func propertiesAreAttributesAndRelationships() throws {
        #expect(
            try elements(.properties, that: "isOptional == YES")
                == ["Place/title", "shop/Größe", "shop/owner", "Owner/shops"])
    }

    @Test("A convention for attributes applies to members of composites, which have no entity")
    func membersOfComposites() throws {
        let model = """
            <entity name="A"/><composite name="Point"><attribute name="x" optional="YES" attributeType="Double"/></composite>
            """
        let convention = try Convention(code: "c", of: .attributes, requirement: "entity != NIL", message: "m")
        #expect(try findings(convention, in: model).map(\.message) == ["attribute 'Point/x': m"])
    }

    @Test("A finding has its place, level, and message")
    func aFindingHasItsPlaceItsLevelAndItsMessage() throws {
        let convention = try Convention(
            code: "short", of: .properties, requirement: "name.length < 6", message: "the name is too long",
            level: .error)
        let attribute = #"<attribute name="longer" optional="YES" attributeType="String"/>"#
        let found = try findings(convention, in: #"<entity name="A">\#(attribute)</entity>"#)
        #expect(found.map(\.message) == ["attribute 'A/longer': the name is too long"])
        #expect(found.first?.severity == .error)
        let path = SchemaPath.model.appending(.entity, "A").appending(.attribute, "longer")
        #expect(found.first?.anchor == .schema(path))
    }

    @Test("User info can set the level of a convention")
    func userInfoSetsTheLevelAndIsNoMistake() throws {
        let info = #"<userInfo><entry key="modelgen.validate.short" value="off"/></userInfo>"#
        let model = #"<entity name="Long">\#(info)</entity><entity name="Longer"/>"#
        let convention = try Convention(code: "short", of: .entities, requirement: "name.length < 4", message: "m")
        let options = ValidationOptions(conventions: [convention])
        #expect(
            try ModelValidationTests.findings(in: model, options: options).map(\.message) == ["entity 'Longer': m"])
        #expect(try ModelValidationTests.findings(in: model).map(\.code) == ["rule-level-invalid"])
    }

    @Test("A malicious regular expression ends", .timeLimit(.minutes(1)))
    func aHostilePatternEnds() throws {
        let name = String(repeating: "a", count: 60)
        let convention = try Convention(code: "c", of: .entities, requirement: "name MATCHES '(a+)+b'", message: "m")
        #expect(try findings(convention, in: #"<entity name="\#(name)"/>"#).count == 1)
    }

    @Test(
        "A requirement with loops inside each other ends after a number of steps",
        arguments: [
            """
            SUBQUERY(attributes, $a, SUBQUERY(attributes, $b, SUBQUERY(attributes, $c, $c.name == $a.name).@count == 0)\
            .@count == 0).@count == 0
            """, "attributes.entity.attributes.entity.attributes.entity.attributes.name CONTAINS 'x'",
        ])
    func steps(_ requirement: String) throws {
        let attributes = (0..<30).map { Attribute(name: "a\($0)", type: .string) }
        let index = ModelIndex(Model(name: "M", entities: [Entity(name: "E", attributes: attributes)]))
        let entity = try #require(ModelElement.all(.entities, in: index).first)
        let evaluator = RequirementEvaluator(index, maximumStepCount: 1_000)
        #expect(try evaluator.isMet(ModelPredicate(format: "attributes.@count == 30"), by: entity))
        #expect(!evaluator.isExhausted)
        _ = try evaluator.isMet(ModelPredicate(format: requirement), by: entity)
        #expect(evaluator.isExhausted)
    }

    /// Each takes few comparisons, but much time.
    @Test(
        "Lists, long strings, and hard regular expressions count as several steps",
        arguments: [
            "SUBQUERY(attributes, $a, $a.entity.attributes.@count == 0).@count == 0",
            "SUBQUERY(attributes, $a, $a.entity.userInfo.text ==[c] $a.name).@count == 0",
            "SUBQUERY(attributes, $a, count:({\(String(repeating: "'x', ", count: 999))'x'}) == 1).@count == 0",
            "userInfo.short MATCHES '(a+)+b'",
        ])
    func hiddenSteps(_ requirement: String) throws {
        let attributes = (0..<1_000).map { Attribute(name: "a\($0)", type: .string) }
        let text = String(repeating: "a", count: 20_000)
        let entity = Entity(
            name: "E", attributes: attributes, userInfo: ["text": text, "short": String(text.prefix(60))])
        let index = ModelIndex(Model(name: "M", entities: [entity]))
        let element = try #require(ModelElement.all(.entities, in: index).first)
        let evaluator = RequirementEvaluator(index, maximumStepCount: 20_000)
        _ = try evaluator.isMet(
            ModelPredicate(format: "SUBQUERY(attributes, $a, $a.name == 'x').@count == 0"), by: element)
        #expect(!evaluator.isExhausted)
        _ = try evaluator.isMet(ModelPredicate(format: requirement), by: element)
        #expect(evaluator.isExhausted)
    }
}
