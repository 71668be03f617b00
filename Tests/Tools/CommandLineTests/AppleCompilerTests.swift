import Foundation
import TestSupport
import Testing

/// The tool under the names of Apple's compilers.
@Suite struct AppleCompilerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["momc", "mapc"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: BuiltProduct("modelgen").url.path(percentEncoded: false)
            )
        }
        try folder.write(
            .model(
                containing: """
                    <entity name="Order" representedClassName=".Order" codeGenerationType="class">
                    <attribute name="name" optional="YES" attributeType="String"/></entity>
                    <entity name="Item" representedClassName=".Item"/>
                    """), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try folder.createFolder("Resources")
    }

    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try BuiltProduct(at: folder.url.appending(path: arguments[0])).run(Array(arguments.dropFirst()), in: folder.url)
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

    @Test("The arguments that Xcode passes to momc are accepted")
    func theArgumentsOfXcodeAreTaken() throws {
        try expectTranscript(
            run(
                "momc", "--sdkroot", "/SDKs/iPhoneOS.sdk", "--iphoneos-deployment-target", "17.0", "--module", "Shop",
                "--no-inverse-relationship-warnings", "Shop.xcdatamodeld", "Resources/"), in: folder,
            at: "Compile/As-momc")
        let bytes = try Data(contentsOf: folder.url.appending(path: "Resources/Shop.momd/Shop.mom"))
        #expect(bytes.range(of: Data("Shop.Order".utf8)) != nil)
    }

    @Test("The arguments that Bazel passes to momc are accepted")
    func theArgumentsOfBazelAreTaken() throws {
        let outcome = try run(
            "momc", "--ios-deployment-target", "17.0", "--module", "Shop", "Shop.xcdatamodeld", "out/Other.momd")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(exists("out/Other.momd/Shop.mom") && exists("out/Other.momd/VersionInfo.plist"))
        #expect(try run("momc", "Shop.xcdatamodeld/Shop.xcdatamodel", "out/New.mom").exitCode == 0)
        #expect(exists("out/New.mom"))
        // A folder that exists, without a slash.
        #expect(try run("momc", "Shop.xcdatamodeld", "Resources").exitCode == 0)
        #expect(exists("Resources/Shop.momd"))
    }

    @Test("Options of momc without effect are named on request")
    func whatHasNoEffectIsNamedOnRequest() throws {
        try expectTranscript(
            run(
                "momc", "--verbose", "--sdkroot=/SDK", "--macosx-deployment-target", "15.0", "--no-warnings",
                "--no-delete-rule-warnings", "Shop.xcdatamodeld", "Resources"), in: folder,
            at: "Compile/As-momc-verbose")
    }

    @Test("Unknown options of momc and mapc are refused")
    func whatIsUnknownIsRefused() throws {
        try expectTranscript(
            run("momc", "--dump-models", "Shop.xcdatamodeld", "Resources"), in: folder, at: "Compile/As-momc-unknown")
        #expect(try run("momc", "Shop.xcdatamodeld").exitCode == 64)
        #expect(try run("momc", "--module").exitCode == 64)
        #expect(try run("momc", "--action", "index", "Shop.xcdatamodeld", "Resources").exitCode == 64)
        #expect(try run("mapc", "--no-warnings", "A.xcmappingmodel", "A.cdm").exitCode == 64)
        #expect(try run("mapc", "Missing.xcmappingmodel", "A.cdm").exitCode == 74)
        #expect(try run("mapc", "--help").exitCode == 0)
    }

    @Test("The command momc generates the same classes as Xcode")
    func classesAreGeneratedAsInXcode() throws {
        let list = try run(
            "momc", "--dry-run", "--action", "generate", "--swift-version", "6.0", "Shop.xcdatamodeld", "Generated")
        let names = ["Order+CoreDataClass.swift", "Order+CoreDataProperties.swift", "Shop+CoreDataModel.swift"]
        let folderPath = folder.path("Generated")
        #expect(list.output.split(separator: "\n").map(String.init).sorted() == names.map { "\(folderPath)/\($0)" })
        #expect(!exists("Generated"))
        let generated = try run("momc", "--action", "generate", "Shop.xcdatamodeld", "Generated")
        #expect(generated.exitCode == 0, "\(generated.errorOutput)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folderPath).sorted() == names)
    }
}
