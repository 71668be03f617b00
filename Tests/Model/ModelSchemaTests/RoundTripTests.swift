import ModelSchema
import TestSupport
import Testing
import XCDataModel

@Suite struct RoundTripTests {
    private func reread(_ model: Model) throws -> Model {
        try SchemaTextReader.model(from: SchemaTextWriter.lines(of: model).joined(separator: "\n"))
    }

    @Test("A random model is the same after writing and reading")
    func whatWasWrittenIsReadBack() throws {
        let generator = SplitMix.seeded()
        for offset in 0..<200 {
            var models = RandomModel(seed: generator.seed &+ UInt64(offset))
            let model = models.model()
            #expect(try reread(model) == model.runtimePart, "seed \(generator.seed &+ UInt64(offset))")
        }
    }

    @Test(
        "Public models are the same after writing and reading",
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func publicModelsAreReadBack() throws {
        for path in Corpus.sampledContentsPaths {
            guard let model = try Corpus.reading(of: path).document?.model else { continue }
            #expect(try reread(model) == model.runtimePart, "\(path)")
        }
    }

    @Test("The order of elements in the file does not change the text")
    func theOrderOfTheFileDoesNotShow() {
        let model = Model(
            name: "M",
            entities: [
                Entity(name: "B"),
                Entity(
                    name: "A",
                    attributes: [Attribute(name: "b", type: .string), Attribute(name: "a", type: .date)]),
            ])
        var moved = model
        moved.entities.reverse()
        moved.entities[0].attributes.reverse()
        #expect(SchemaTextWriter.lines(of: model) == SchemaTextWriter.lines(of: moved))
    }

    @Test("A property is one readable line")
    func aPropertyIsALineThatPeopleCanRead() {
        let entity = Entity(
            name: "Hero", representedClassName: "Hero",
            attributes: [
                Attribute(
                    name: "universe", type: .integer32, isOptional: true, defaultValueString: "0",
                    userInfo: ["modelgen.enum.cases": "marvel = 0"])
            ],
            relationships: [
                Relationship(
                    name: "teams", isOptional: true, isToMany: true, destinationName: "Team", inverseName: "heroes")
            ])
        #expect(
            SchemaTextWriter.lines(of: Model(name: "Heroes", entities: [entity])) == [
                "model Heroes",
                "entity Hero class Hero",
                #" attribute universe integer32 optional default 0 info modelgen.enum.cases "marvel = 0""#,
                " relationship teams optional many to Team inverse heroes",
            ])
    }
}
