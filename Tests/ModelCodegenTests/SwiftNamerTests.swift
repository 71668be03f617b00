import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct SwiftNamerTests {
    private let namer = SwiftNamer(for: Model(name: "M", entities: [Entity(name: "Data"), Entity(name: "Hero")]))

    @Test(arguments: [
        ("name", "name"), ("private", "`private`"), ("self", "self_"), ("objectID", "objectID_"), ("id", "id"),
        ("value", "value"), ("description", "description_"), ("größe", "größe"),
    ])
    func propertyNames(model: String, swift: String) {
        #expect(namer.propertyName(model) == swift)
    }

    @Test(arguments: [
        ("Superheroes", "superheroes"), ("WooCommerce", "wooCommerce"), ("URLStore", "urlStore"), ("DB", "db"),
        ("Model 117", "model117"), ("3lvis", "_3lvis"), ("my-model.v2", "myModelV2"), ("", "model"),
        ("default", "`default`"),
    ])
    func modelAccessorNames(model: String, swift: String) {
        #expect(namer.modelAccessorName(model) == swift)
    }

    @Test func libraryTypesAreQualifiedWhereTheModelHidesThem() {
        #expect(namer.type("Data", in: .foundation) == "Foundation.Data")
        #expect(namer.type("Date", in: .foundation) == "Date")
    }

    @Test func parametersAreCalledAfterTheirClass() {
        #expect(namer.parameterName(forObjectOf: Entity(name: "Hero")) == "hero")
        #expect(namer.parameterName(forObjectOf: Entity(name: "E", representedClassName: "App.Case")) == "`case`")
    }
}
