import Foundation
import ModelCodegen
import ModelCompiler
import TestSupport
import Testing

@Suite struct GeneratedCodeGoldens {
    /// Compiles a sample model, which has nothing wrong with it.
    private func files(of name: String, _ options: GenerationOptions = GenerationOptions()) throws -> [GeneratedFile] {
        let path = SourceTree.folder("Models/\(name).xcdatamodeld").path(percentEncoded: false)
        let result = try ModelCompiler(options: options).compile(path)
        #expect(result.diagnostics == [])
        return result.files
    }

    @Test func superheroesBecomeOneFileForTheModelAndOneForEachEntity() throws {
        let files = try files(of: "Superheroes")
        #expect(
            files.map(\.name) == ["Superheroes+Model.swift", "Superhero+Generated.swift", "Team+Generated.swift"])
        for file in files {
            try expectGolden(file.text, at: "Superheroes/\(file.name)")
        }
    }

    @Test func superheroesBecomeOneFileInModelLayout() throws {
        let files = try files(of: "Superheroes", GenerationOptions(fileLayout: .model))
        #expect(files.map(\.name) == ["Superheroes+Generated.swift"])
        try expectGolden(files[0].text, at: "Superheroes/ModelLayout/Superheroes+Generated.swift")
    }

    @Test func internalAccessLeavesTheWordsOut() throws {
        let files = try files(of: "Superheroes", GenerationOptions(fileLayout: .model, accessLevel: .internal))
        try expectGolden(files[0].text, at: "Superheroes/InternalAccess/Superheroes+Generated.swift")
    }

    @Test func templatesFetchedPropertiesAndConstraintsBecomeFunctionsAndAccessors() throws {
        let path = SourceTree.folder("Models/Constructs/Fetching.xcdatamodeld").path(percentEncoded: false)
        let result = try ModelCompiler(options: GenerationOptions()).compile(path)
        #expect(!result.hasErrors)
        for file in result.files {
            try expectGolden(file.text, at: "Fetching/\(file.name)")
        }
    }

    @Test func objectsHaveInitializersConstantsAndSnapshots() throws {
        for file in try files(of: "Constructs/Objects", GenerationOptions(generatesSnapshots: true)) {
            try expectGolden(file.text, at: "Objects/\(file.name)")
        }
    }

    @Test func superheroesBecomeOneFileForAllPlatformsInXcodesForm() throws {
        let files = try files(
            of: "Superheroes", GenerationOptions(style: .coreData, fileLayout: .model, platforms: .all))
        try expectGolden(files[0].text, at: "Superheroes/AllPlatforms/Superheroes+Generated.swift")
    }

    @Test func handwrittenClassesHaveTheirAccessorsInAnotherModule() throws {
        let options = GenerationOptions(style: .coreData, fileLayout: .model, platforms: .all, accessorsModule: "Surf")
        let files = try files(of: "SurfJournal", options)
        try expectGolden(files[0].text, at: "SurfJournal/Accessors/SurfJournal+Generated.swift")
    }

    @Test func superheroesBecomeTheFilesThatXcodeWrites() throws {
        let files = try files(of: "Superheroes", GenerationOptions(style: .coreData))
        #expect(
            files.map(\.name) == [
                "Superheroes+CoreDataModel.swift", "Superhero+CoreDataClass.swift",
                "Superhero+CoreDataProperties.swift", "Team+CoreDataClass.swift", "Team+CoreDataProperties.swift",
            ])
        for file in files {
            try expectGolden(file.text, at: "Superheroes/CoreData/\(file.name)")
        }
    }

    @Test func coreDataObjectsHaveSnapshotsOfSwiftValues() throws {
        let options = GenerationOptions(style: .coreData, fileLayout: .model, generatesSnapshots: true)
        let files = try files(of: "Constructs/Objects", options)
        try expectGolden(files.map(\.text).joined(), at: "Objects/CoreData/Objects+Generated.swift")
    }

    @Test func everyTypeHasTheFormThatXcodeGivesIt() throws {
        let options = GenerationOptions(style: .coreData, fileLayout: .model)
        let path = SourceTree.folder("Models/Constructs/AllTypes.xcdatamodeld").path(percentEncoded: false)
        let files = try ModelCompiler(options: options).compile(path).files
        try expectGolden(files.map(\.text).joined(), at: "AllTypes/CoreData/AllTypes+Generated.swift")
    }

    @Test func valuesBecomeStructsAndAccessorsOfTheirTypes() throws {
        for file in try files(of: "Constructs/Values") {
            try expectGolden(file.text, at: "Values/\(file.name)")
        }
    }

    @Test func theSameModelGivesTheSameBytes() throws {
        #expect(try files(of: "Superheroes") == files(of: "Superheroes"))
    }
}
