import ModelSchema
import Testing

@testable import ModelDiagrams

@Suite struct ContentTests {
    @Test("A pair of inverse relationships is one connection")
    func inversePairIsOneConnection() {
        let connections = DiagramContent(SampleModels.superheroes).connections
        #expect(connections.count == 1)
        #expect(connections.first?.isOneSided == false)
    }

    @Test("A relationship without an inverse or with itself as inverse is a connection")
    func otherRelationships() {
        let content = DiagramContent(SampleModels.shop)
        #expect(content.entities.map(\.name) == ["Item", "Order", "Person", "Thing"])
        #expect(content.connections.map(\.isOneSided) == [false, true, false])
        #expect(content.connections.map(\.isOwnInverse) == [false, false, true])
    }

    @Test("Relationships with inconsistent inverses are two one-sided connections")
    func inconsistentInverses() {
        let model = Model(
            name: "Broken",
            entities: [
                Entity(name: "A", relationships: [Relationship(name: "b", destinationName: "B", inverseName: "a")]),
                Entity(name: "B", relationships: [Relationship(name: "a", destinationName: "A", inverseName: "x")]),
            ])
        #expect(DiagramContent(model).connections.map(\.isOneSided) == [true, true])
    }

    @Test("An inherited inverse is found in the entity that declares it")
    func inheritedInverseIsFoundWhereItIsDeclared() {
        let model = Model(
            name: "Inherited",
            entities: [
                Entity(name: "A", relationships: [Relationship(name: "c", destinationName: "C", inverseName: "a")]),
                Entity(name: "B", relationships: [Relationship(name: "a", destinationName: "A", inverseName: "c")]),
                Entity(name: "C", parentName: "B"),
            ])
        let connections = DiagramContent(model).connections
        #expect(connections.map(\.targetEntity) == [1])
        #expect(connections.map(\.isOneSided) == [false])
    }

    @Test("A cycle of parent entities ends")
    func parentsInACycleEnd() {
        #expect(DiagramContent(SampleModels.cyclic).inheritances.count == 3)
    }

    @Test(
        "Dates are written in ISO 8601",
        arguments: [
            (0.0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"), (-978_285_600, "1970-01-01T06:00:00Z"),
            (631_152_000, "2021-01-01T00:00:00Z"), (5_097_600, "2001-03-01T00:00:00Z"),
            (-26_524_800, "2000-02-29T00:00:00Z"), (-63_082_281_600, "0002-01-02T00:00:00Z"), (1e300, "1e+300"),
        ])
    func datesAreWrittenInISO8601(seconds: Double, text: String) {
        #expect(referenceDateText(seconds) == text)
    }

    @Test("A relationship's optionality and counts are its multiplicity")
    func multiplicities() {
        func text(_ isOptional: Bool, _ isToMany: Bool, _ least: Int, _ greatest: Int?) -> String {
            Relationship(
                name: "r", isOptional: isOptional, isToMany: isToMany, minimumCount: least, maximumCount: greatest,
                destinationName: nil
            ).multiplicityText
        }
        #expect(text(true, false, 1, nil) == "0..1")
        #expect(text(false, false, 0, nil) == "1")
        #expect(text(true, true, 3, nil) == "0..*")
        #expect(text(false, true, 0, nil) == "1..*")
        #expect(text(false, true, 2, 10) == "2..10")
    }

    @Test("Bounds and types of attributes are written")
    func boundsAndTypes() {
        #expect(Attribute(name: "a", type: .string, maxValueString: "5").boundsText == "length ≤ 5")
        #expect(Attribute(name: "a", type: .integer16, minValueString: "1", maxValueString: "5").boundsText == "1...5")
        #expect(Attribute(name: "a", type: .date, minDateTimeInterval: "0").boundsText == "≥ 2001-01-01T00:00:00Z")
        #expect(Attribute(name: "a", type: .transformable, customClassName: "[String]").typeText == "[String]")
    }

    @Test("A long text is shortened to its width")
    func longTextsAreShortened() {
        #expect(shortened("Superhero", to: 5) == "Supe…")
        #expect(shortened("超級英雄", to: 5) == "超級…")
        #expect(shortened("Hero", to: 4) == "Hero")
    }
}
