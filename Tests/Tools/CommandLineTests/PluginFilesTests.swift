import Foundation
import TestSupport
import Testing

/// The files that the build tool plugin finds. The sources of the plugin, which no target can import, are linked into
/// this one.
@Suite struct PluginFilesTests {
    private let folder: TemporaryFolder
    private let package: URL

    init() throws {
        folder = try TemporaryFolder()
        package = URL(filePath: folder.path("Package"), directoryHint: .isDirectory)
    }

    private func paths(_ urls: [URL]) -> [String] {
        urls.map { $0.filePath.replacing(package.filePath, with: "") }
    }

    private func configuration(in path: String) throws -> ConfigurationFile? {
        try ConfigurationFile(in: package.appending(path: path, directoryHint: .isDirectory))
    }

    @Test("The templates beside a single template are inputs, too")
    func singleTemplate() throws {
        try folder.write(
            "generate:\n  templates: Templates/header.stencil\nbaseline: accepted.json\n", to: "Package/modelgen.yml")
        for name in ["header.stencil", "parts.stencil", ".hidden.stencil", "ReadMe.md"] {
            try folder.write("", to: "Package/Templates/\(name)")
        }
        try folder.write("", to: "Package/accepted.json")
        let inputs = try #require(try configuration(in: "")).inputs
        #expect(
            paths(inputs) == [
                "/modelgen.yml", "/Templates/header.stencil", "/Templates", "/Templates/parts.stencil",
                "/accepted.json",
            ])
    }

    @Test("Links among templates are not followed into folders")
    func linksAmongTemplates() throws {
        try folder.write("generate:\n  templates: Templates\n", to: "Package/modelgen.yml")
        try folder.write("", to: "Package/Templates/parts/line.stencil")
        let templates = folder.path("Package/Templates")
        try FileManager.default.createSymbolicLink(atPath: templates + "/up", withDestinationPath: "..")
        try FileManager.default.createSymbolicLink(atPath: templates + "/own", withDestinationPath: ".")
        try FileManager.default.createSymbolicLink(
            atPath: templates + "/same.stencil", withDestinationPath: "parts/line.stencil")
        let inputs = try #require(try configuration(in: "")).inputs
        #expect(
            paths(inputs) == [
                "/modelgen.yml", "/Templates", "/Templates/parts/line.stencil", "/Templates/same.stencil",
            ])
    }

    @Test("The keys of an item count, however far they stand from its dash")
    func keysOfItems() throws {
        try folder.write(
            "models:\n-   path: Shop.xcdatamodeld\n    generate:\n        classes: handwritten\n",
            to: "Package/modelgen.yml")
        try folder.createFolder("Package/Shop.xcdatamodeld")
        let file = try #require(try configuration(in: ""))
        #expect(file.hasHandwrittenClasses)
        #expect(try paths(file.models) == ["/Shop.xcdatamodeld"])
    }

    @Test("Models and mapping models in nested packages belong to these packages")
    func nestedPackages() throws {
        for path in ["A.xcdatamodeld", "Deep/B.xcdatamodel", "Deep/AToB.xcmappingmodel"] {
            try folder.createFolder("Package/Sources/\(path)")
            try folder.createFolder("Package/Sources/Vendored/\(path)")
        }
        try folder.write("", to: "Package/Sources/Vendored/Package.swift")
        let sources = ModelFolder(package.appending(path: "Sources", directoryHint: .isDirectory))
        let bundles = sources.search().bundles
        #expect(
            paths(bundles.filter(ModelBundle.isModel)) == ["/Sources/A.xcdatamodeld", "/Sources/Deep/B.xcdatamodel"])
        #expect(
            paths(bundles) == [
                "/Sources/A.xcdatamodeld", "/Sources/Deep/AToB.xcmappingmodel", "/Sources/Deep/B.xcdatamodel",
            ])
    }

    @Test("Folders that cannot be searched are reported, rather than taken for empty")
    func unsearchableFolders() throws {
        let missing = package.appending(path: "None", directoryHint: .isDirectory)
        let problems = ModelFolder(missing).search().problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("the folder '\(missing.filePath)' cannot be searched for models: ") == true)
        guard geteuid() != 0 else { return }
        for mode in [0o000, 0o444] {
            try folder.createFolder("Package/Sources/A.xcdatamodeld")
            try folder.createFolder("Package/Sources/Closed/B.xcdatamodeld")
            let closed = folder.path("Package/Sources/Closed")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: closed)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
            let found = ModelFolder(package.appending(path: "Sources", directoryHint: .isDirectory)).search()
            #expect(paths(found.bundles) == ["/Sources/A.xcdatamodeld"])
            #expect(found.problems.count == 1)
            #expect(found.problems.first?.contains("'\(closed)' cannot be searched") == true)
        }
    }

    @Test("A configuration can be added in every folder between the target and the one that holds")
    func foldersToWatch() throws {
        try folder.createFolder("Package/Sources/App/Deep")
        let target = package.appending(path: "Sources/App", directoryHint: .isDirectory)
        func folders(_ configuration: ConfigurationFile?, above target: URL) -> [String] {
            paths(ConfigurationFile.foldersToWatch(above: target, until: configuration, in: package))
        }
        #expect(folders(nil, above: target) == ["/Sources", ""])
        #expect(folders(nil, above: package) == [""])
        for (path, expected) in [("", ["/Sources"]), ("Sources", []), ("Sources/App", []), ("Sources/App/Deep", [])] {
            try folder.write("generate:\n  access: public\n", to: "Package/\(path)/modelgen.yml")
            #expect(folders(try configuration(in: path), above: target) == expected)
        }
    }
}
