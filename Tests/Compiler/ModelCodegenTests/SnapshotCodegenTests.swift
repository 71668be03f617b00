import Foundation
import ModelSchema
import Testing

@testable import ModelCodegen

/// The structs of an entity's values.
@Suite struct SnapshotCodegenTests {
    /// The struct for an entity with attributes, from its first line to its closing brace.
    private func snapshot(of attributes: [Attribute]) throws -> String {
        let model = Model(name: "Heroes", entities: [Entity(name: "Hero", attributes: attributes)])
        let text = try CodeGenerator(options: GenerationOptions(generatesSnapshots: true))
            .generate(model, source: "Heroes").map(\.text).joined()
        let start = try #require(text.range(of: "nonisolated public struct HeroSnapshot")).lowerBound
        let end = try #require(text.range(of: "\n}\n", range: start..<text.endIndex)).upperBound
        return String(text[start..<end])
    }

    @Test("A snapshot without properties of another name in Swift has no coding keys")
    func withoutCodingKeys() throws {
        #expect(
            try snapshot(of: [Attribute(name: "name", type: .string)]) == """
                nonisolated public struct HeroSnapshot: Codable, Hashable, Sendable {
                    public var objectID: ObjectID
                    public var name: String
                }

                """)
        #expect(
            try snapshot(of: [Attribute(name: "default", type: .string)]) == """
                nonisolated public struct HeroSnapshot: Codable, Hashable, Sendable {
                    public var objectID: ObjectID
                    public var `default`: String
                }

                """)
    }

    @Test("A snapshot has coding keys with the model's names if a property has another name in Swift")
    func codingKeys() throws {
        let attributes = ["name", "self"].map { Attribute(name: $0, type: .string) }
        #expect(
            try snapshot(of: attributes) == """
                nonisolated public struct HeroSnapshot: Codable, Hashable, Sendable {
                    public var objectID: ObjectID
                    public var name: String
                    public var self_: String

                    private enum CodingKeys: String, CodingKey {
                        case objectID
                        case name
                        case self_ = "self"
                    }
                }

                """)
    }
}
