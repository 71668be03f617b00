import Foundation
import ModelConfiguration
import TestSupport
import Testing

@Suite struct ConfigurationSearchTests {
    private func found(
        _ files: [String], forModelAt model: String = "Sources/App/Shop.xcdatamodeld", workingDirectory: String? = nil
    ) throws -> String? {
        let folder = try TemporaryFolder()
        for file in files { try folder.write("", to: file) }
        try folder.createFolder(model)
        let search = ConfigurationSearch(workingDirectory: workingDirectory.map(folder.path) ?? "/nowhere")
        return search.path(forModelAt: folder.path(model)).map { String($0.dropFirst(folder.path("").count)) }
    }

    @Test("The nearest configuration is used")
    func theNearestFileHolds() throws {
        #expect(
            try found(["modelgen.yml", "Sources/App/modelgen.yml", "Package.swift"]) == "Sources/App/modelgen.yml")
        #expect(try found(["modelgen.yml", "Package.swift"]) == "modelgen.yml")
        #expect(try found(["modelgen.yml", ".git/HEAD"]) == "modelgen.yml")
    }

    @Test("A configuration outside the package is not used")
    func nothingAboveThePackageHolds() throws {
        #expect(try found(["modelgen.yml", "Sources/Package.swift"]) == nil)
    }

    @Test("Without a package, the search ends at the working folder")
    func searchWithoutAPackage() throws {
        #expect(try found(["modelgen.yml"]) == nil)
        #expect(try found(["modelgen.yml"], workingDirectory: "") == "modelgen.yml")
        #expect(try found(["modelgen.yml"], workingDirectory: "Sources") == nil)
        #expect(try found(["Sources/App/modelgen.yml"]) == "Sources/App/modelgen.yml")
    }

    @Test("A link to a missing file counts as a configuration that cannot be read")
    func danglingLinks() throws {
        let folder = try TemporaryFolder()
        try folder.createFolder("Shop.xcdatamodeld")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("modelgen.yml"), withDestinationPath: "missing.yml")
        let search = ConfigurationSearch(workingDirectory: folder.path(""))
        #expect(search.path(forModelAt: folder.path("Shop.xcdatamodeld")) == folder.path("modelgen.yml"))
        #expect(search.pathInWorkingDirectory() == folder.path("modelgen.yml"))
    }

    @Test("A version has the configuration of its bundle")
    func aVersionHasTheConfigurationOfItsBundle() throws {
        #expect(
            try found(
                ["A/modelgen.yml", "A/S.xcdatamodeld/modelgen.yml", "Package.swift"],
                forModelAt: "A/S.xcdatamodeld/S.xcdatamodel/contents") == "A/modelgen.yml")
    }
}
