import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct ConstantsContextTests {
    private func context(_ entity: Entity, in entities: [Entity] = []) throws -> ConstantsContext? {
        let model = Model(name: "M", entities: [entity] + entities)
        return ConstantsContext(entity, in: ModelLookup(model), namer: SwiftNamer(for: model), access: "")
    }

    @Test("Keys of user info become distinct identifiers")
    func keysBecomeIdentifiersOfTheirOwn() throws {
        let entity = Entity(
            name: "Hero",
            userInfo: [
                "a.b": "1", "aB": "2", "!": "3", "class": "4", "Type": "5", "self": "6", "2": "7", "a-b": "8",
                "modelgen.hidden": "9", "mogenerator.hidden": "10", "documentation": "11",
            ])
        let constants = try #require(try context(entity)).constants
        #expect(
            constants.map { "\($0.name) \($0.value)" } == [
                #"key "3""#, #"_2 "7""#, #"Type_ "5""#, #"aB_ "8""#, #"aB__ "1""#, #"aB "2""#, #"`class` "4""#,
                #"self_ "6""#,
            ])
    }

    @Test("Groups of constants have distinct names")
    func groupsAndConstantsHaveNamesOfTheirOwn() throws {
        let entity = Entity(
            name: "Hero",
            attributes: [
                Attribute(name: "cape", type: .string, userInfo: ["k": "v"]),
                Attribute(name: "Cape", type: .string, userInfo: ["k": "v"]),
            ], userInfo: ["Cape": "x"])
        let context = try #require(try context(entity))
        #expect(context.constants.map(\.name) == ["Cape"])
        #expect(context.groups.map(\.name) == ["Cape_", "Cape__"])
    }

    @Test("The group of a property does not hide the type of its constants")
    func groupsNamedLikeTheTypeOfConstants() throws {
        let attributes = ["string", "swift"].map { Attribute(name: $0, type: .string, userInfo: ["k": "v"]) }
        let entity = Entity(name: "Hero", attributes: attributes)
        #expect(try context(entity)?.groups.map(\.name) == ["String_", "Swift"])
        let qualified = try #require(try context(entity, in: [Entity(name: "String")]))
        #expect(qualified.string == "Swift.String")
        #expect(qualified.groups.map(\.name) == ["String", "Swift_"])
    }

    @Test("Constants do not hide a type of the model")
    func aTypeOfTheModelStaysVisible() throws {
        let entity = Entity(name: "PropertyName", attributes: [Attribute(name: "UserInfo", type: .string)])
        let context = try #require(try context(entity, in: [Entity(name: "UserInfo")]))
        #expect(context.propertyNameType == "PropertyName_")
        #expect(context.userInfoType == "UserInfo_")
        #expect(context.propertyNames.map(\.name) == ["UserInfo"])
    }

    @Test("Property names do not conflict with their list")
    func propertyNamesKeepClearOfTheListOfThem() throws {
        let entity = Entity(
            name: "Hero", attributes: ["all", "self", "init"].map { Attribute(name: $0, type: .string) })
        #expect(try context(entity)?.propertyNames.map(\.name) == ["all_", "`init`", "self_"])
    }

    @Test("An entity without properties and user info has no constants")
    func anEntityWithNothingToSayHasNone() throws {
        #expect(try context(Entity(name: "Hero")) == nil)
    }
}
