import ModelSchema
import Testing

@testable import ModelCodegen

/// The structs of an entity's values.
@Suite struct SnapshotCodegenTests {
    private func text(of attributes: [Attribute]) throws -> String {
        let model = Model(name: "Heroes", entities: [Entity(name: "Hero", attributes: attributes)])
        return try CodeGenerator(options: GenerationOptions(generatesSnapshots: true))
            .generate(model, source: "Heroes").map(\.text).joined()
    }

    @Test("A snapshot has coding keys with the model's names if a property has another name in Swift")
    func codingKeys() throws {
        let plain = Attribute(name: "name", type: .string)
        #expect(try !text(of: [plain]).contains("CodingKeys"))
        #expect(try !text(of: [Attribute(name: "default", type: .string)]).contains("CodingKeys"))
        let renamed = Attribute(name: "self", type: .string)
        let keys = """
                private enum CodingKeys: String, CodingKey {
                    case objectID
                    case name
                    case self_ = "self"
                }
            """
        #expect(try text(of: [plain, renamed]).contains(keys))
    }
}
