import ModelDiagnostics
import ModelExpressions
import ModelSchema
import Testing

struct ExpressionCheckerTests {
    @Test(
        "Invalid predicates have the expected codes",
        arguments: [
            ("nosuch == 1", ["expression-unknown-key"]),
            ("team.nosuch == 1", ["expression-unknown-key"]),
            ("team.lead.nosuch.more == 1", ["expression-unknown-key"]),
            ("place.latitude > 1.5", []),
            ("place.lattitude > 1.5", ["expression-unknown-key"]),
            ("name.length == 1", []), ("name.size == 1", ["expression-key-of-value"]),
            ("namesakes.@count == 1", []),
            ("SELF.objectID == $ID", []),
            ("budget > 1", ["expression-unknown-key"]),
            ("mood == 'x'", ["expression-transient-key"]),
            ("pets.age > 4", ["expression-to-many-without-quantifier"]),
            ("4 < pets.age", ["expression-to-many-without-quantifier"]),
            ("pets == nil", ["expression-to-many-without-quantifier"]),
            ("pets.age IN {1, 2}", ["expression-to-many-without-quantifier"]),
            ("ANY pets.age > 4", []),
            ("pets CONTAINS $PET", []),
            ("$PET IN pets", []),
            ("pets.@count > 4", []),
            ("pets.@max.age > 4 AND pets.age.@sum > 4", []),
            ("pets.@sum.name > 4", ["expression-type-mismatch", "expression-type-mismatch"]),
            ("ANY name == 'Anna'", ["expression-not-a-collection"]),
            ("name.@count == 4", ["expression-not-a-collection"]),
            ("ANY tags == 'red'", []),
            ("age == '31'", ["expression-type-mismatch"]),
            ("name == 31", ["expression-type-mismatch"]),
            ("age > 'abc'", ["expression-type-mismatch"]),
            ("age CONTAINS '3'", ["expression-type-mismatch"]),
            ("age LIKE '3'", ["expression-type-mismatch"]),
            ("age IN {'a', 'b'}", ["expression-type-mismatch"]),
            ("age IN 5", ["expression-type-mismatch"]),
            ("'nn' IN name", []),
            ("birth > 0", ["expression-type-mismatch"]),
            ("birth > CAST(0, 'NSDate') AND birth < now()", []),
            ("identifier == 'x'", ["expression-type-mismatch"]),
            ("team == 'x'", ["expression-type-mismatch"]),
            ("team == SELF", ["expression-type-mismatch"]),
            ("email == nil AND team != nil", []),
            ("active == YES AND age == 1.5", []),
            ("age BETWEEN {1}", ["expression-between-bounds"]),
            ("age BETWEEN 3", ["expression-between-bounds"]),
            ("age BETWEEN {1, 2} AND age BETWEEN {$A, $B}", []),
            ("name + 1 == 2", ["expression-type-mismatch"]),
            ("canonical:(name) == 'x' AND length:(name) > 2", []),
            ("uppercase:(age) == 'x'", ["expression-type-mismatch"]),
            ("sum:(age) == 1", ["expression-not-a-collection"]),
            ("SUBQUERY(pets, $p, $p.nosuch > 4).@count == 1", ["expression-unknown-key"]),
            ("SUBQUERY(pets, $p, $p.age > 4 AND $p.owner == SELF).@count == 1", []),
            ("SUBQUERY(team, $t, TRUEPREDICATE).@count == 1", ["expression-not-a-collection"]),
            ("name == $X AND age == $X", ["expression-variable-conflict", "expression-type-mismatch"]),
            ("TERNARY(nosuch == 1, 1, 2) == age", ["expression-unknown-key"]),
            ("NOT (nosuch == 1 OR age == 1)", ["expression-unknown-key"]),
        ])
    func predicatesGiveTheseCodes(_ format: String, _ codes: [String]) throws {
        #expect(try SampleModel.codes(format) == codes)
    }

    @Test(
        "The operand of a collection operator is named without the operator",
        arguments: [
            ("name.@count == 4", "@count", "name"), ("team.lead.@count == 4", "@count", "team.lead"),
            ("SUBQUERY(team, $t, TRUEPREDICATE).@count == 1", "SUBQUERY", "team"), ("sum:(age) == 1", "sum:", "age"),
        ])
    func operandsOfCollectionOperators(_ format: String, _ name: String, _ operand: String) throws {
        let predicate = try ModelPredicate(format: format)
        let found = ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.person).diagnostics
        #expect(found.first?.message == "\(name) is applied to '\(operand)', which is a single value")
    }

    @Test("A predicate for evaluation in memory can use more than one for a store")
    func memoryAllowsWhatAStoreDoesNot() throws {
        #expect(try SampleModel.codes("pets.age > 4", purpose: .memory) == [])
        #expect(try SampleModel.codes("mood == 'x'", purpose: .memory) == [])
        #expect(try SampleModel.codes("nosuch == 1", purpose: .memory) == ["expression-unknown-key"])
    }

    @Test("An unknown key is reported with its entity and the nearest name")
    func unknownKeyNamesEntityKeyAndNearestName() throws {
        let predicate = try ModelPredicate(format: "team.sise == 5")
        let report = ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.person)
        let found = try #require(report.diagnostics.first)
        #expect(found.message == "'Team' has no property 'sise'")
        #expect(found.hint == "did you mean 'size'?")
        #expect(found.anchor == .schema(.entity("Person")))
        #expect(!report.isValid)
    }

    @Test("An unknown key of a subentity is reported with the subentity")
    func unknownKeyNamesTheDescendantThatHasIt() throws {
        let predicate = try ModelPredicate(format: "budget > 5")
        let report = ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.person)
        #expect(report.diagnostics.first?.hint == "only 'Manager' has it: fetch that entity instead")
        #expect(ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.manager).diagnostics.isEmpty)
    }

    @Test("Inherited keys are known")
    func inheritedKeysAreKnown() throws {
        let predicate = try ModelPredicate(format: "ANY pets.owner.team.name == name")
        #expect(ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.manager).diagnostics.isEmpty)
    }

    // MARK: Variables

    @Test(
        "A variable has the type of the property that it is compared with",
        arguments: [
            ("name == $X", .attribute(.string)),
            ("$X == name", .attribute(.string)),
            ("age > $X", .attribute(.integer16)),
            ("age > $X AND big < $X", .attribute(.integer64)),
            ("team == $X", .object(entityName: "Team")),
            ("team.lead == $X", .object(entityName: "Person")),
            ("team.lead.birth < $X", .attribute(.date)),
            ("pets CONTAINS $X", .object(entityName: "Pet")),
            ("$X IN pets", .object(entityName: "Pet")),
            ("ANY pets == $X", .object(entityName: "Pet")),
            ("ANY pets.weight > $X", .attribute(.double)),
            ("age IN $X", .collection(.attribute(.integer16))),
            ("team IN $X", .collection(.object(entityName: "Team"))),
            ("age BETWEEN $X", .collection(.attribute(.integer16))),
            ("age BETWEEN {1, $X}", .attribute(.integer16)),
            ("name LIKE $X", .attribute(.string)),
            ("tags == $X", .unknown),
            ("pets.@count > $X", .attribute(.integer64)),
            ("pets.@avg.age > $X", .attribute(.double)),
            ("SUBQUERY(pets, $p, $p.age < $X).@count == 1", .attribute(.integer16)),
            ("age + $X == 3", .attribute(.integer64)),
            ("identifier == $X", .attribute(.uuid)),
            ("name == $X OR memo == $X", .attribute(.string)),
            ("place.latitude == $X", .attribute(.double)),
        ] as [(String, ExpressionType)])
    func typesOfVariables(_ format: String, _ type: ExpressionType) throws {
        #expect(try SampleModel.variables(format) == ["X": type])
    }

    // MARK: Elements of a model

    @Test("The fetch source has the type of the entity")
    func fetchedPropertiesKnowTheirSource() throws {
        let property = SampleModel.person.fetchedProperties[0]
        let report = ExpressionChecker(SampleModel.zoo).check(
            property, of: SampleModel.person, anchor: .entity("Person"))
        #expect(report.diagnostics.isEmpty)
        #expect(report.variableTypes["FETCH_SOURCE"] == .object(entityName: "Person"))
    }

    @Test(
        "An invalid predicate of a fetched property is reported",
        arguments: [
            ("$FETCH_SOURCE.nmae == name", "expression-unknown-key"),
            ("$FETCH_SUORCE.name == name", "expression-unknown-variable"),
            ("name ==", "expression-syntax"),
        ])
    func brokenFetchedPropertiesAreReported(_ format: String, _ code: String) {
        var property = SampleModel.person.fetchedProperties[0]
        property.fetchRequest.predicateString = format
        let report = ExpressionChecker(SampleModel.zoo).check(property, of: SampleModel.person, anchor: .model)
        #expect(report.diagnostics.map(\.code.rawValue) == [code])
    }

    @Test("The variables of a fetch request template have types")
    func templatesTypeTheirParameters() {
        let template = FetchRequestTemplate(
            name: "byTeam", entityName: "Person", predicateString: "team.name == $NAME AND age > $AGE")
        let report = ExpressionChecker(SampleModel.zoo).check(template, anchor: .model)
        #expect(report.variableTypes == ["NAME": .attribute(.string), "AGE": .attribute(.integer16)])
        #expect(report.diagnostics.isEmpty)
    }

    @Test(
        "Derivation expressions are checked",
        arguments: [
            ("pets.@count", AttributeType.integer64, []),
            ("pets.age.@sum", .integer64, []),
            ("pets.age.@sum", .integer64, []),
            ("team.name", .string, []),
            ("canonical:(name)", .string, []),
            ("now()", .date, []),
            ("now()", .double, []),
            ("now()", .string, ["expression-type-mismatch"]),
            ("team.nmae", .string, ["expression-unknown-key"]),
            ("age + 1", .integer64, ["expression-unsupported-derivation"]),
            ("name ==", .string, ["expression-syntax"]),
            ("name == $X", .string, ["expression-syntax"]),
        ] as [(String, AttributeType, [String])])
    func derivationsAreChecked(_ text: String, _ type: AttributeType, _ codes: [String]) {
        let attribute = Attribute(name: "derived", type: type, isDerived: true, derivationExpression: text)
        let report = ExpressionChecker(SampleModel.zoo).checkDerivation(
            of: attribute, of: SampleModel.person, anchor: .model)
        #expect(report.diagnostics.map(\.code.rawValue) == codes)
    }

    @Test("Predicates in invalid models can be checked")
    func brokenModelsEndToo() throws {
        let model = Model(
            name: "Broken",
            entities: [
                Entity(
                    name: "A", parentName: "A",
                    attributes: [Attribute(name: "c", type: .composite, compositeName: "None")],
                    relationships: [Relationship(name: "b", destinationName: nil)])
            ])
        let predicate = try ModelPredicate(format: "b.x.y == 1 AND c.d == 2 AND z == 3")
        let codes = ExpressionChecker(model).check(predicate, of: model.entities[0]).diagnostics.map(\.code.rawValue)
        #expect(codes == ["expression-unknown-key"])
    }

    @Test("Nested comparisons are checked in linear time")
    func nestedComparisonsTakeLinearTime() throws {
        var text = "$x"
        for _ in 0..<30 { text = "TERNARY(\(text) == $y, $x, age)" }
        let predicate = try ModelPredicate(format: "\(text) == 1")
        #expect(ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.person).isValid)
    }
}
