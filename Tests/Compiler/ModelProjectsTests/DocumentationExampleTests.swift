import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing
import XCDataModel

/// The examples in the doc comments of whole projects.
@Suite struct DocumentationExampleTests {
    private let path = SourceTree.file("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    @Test("The examples of a validation select versions, and report their findings")
    func aValidation() throws {
        let folder = temporary.path("Heroes")
        // Example: ModelSelection
        var settings = ProjectSettings(workingDirectory: folder)
        let selection = try ModelSelection([path], extent: .all, settings: &settings)
        for version in selection.versions { print(version.source.modelName, version.source.versionName) }
        // End
        #expect(selection.versions.map(\.source.modelName) == ["Superheroes"])
        // Example: ValidationRun
        let report = try ValidationRun(selection).report { completedCount in
            print("\(completedCount) of \(selection.versions.count)")
        }
        // End
        #expect(report.readableVersionCount == 1)
        do {
            // Example: ValidationRun.report
            let report = try ValidationRun(selection).report(foldsVersions: false)  // Repeats what all versions share.
            // End
            #expect(report.versionCount == 1)
        }
        // Example: ValidationReport
        print(DiagnosticTextFormatter().format(report.diagnostics) + report.summary)
        let isValid = report.count(.error) == 0
        // End
        #expect(isValid && report.summary.hasPrefix("1 version, "))
    }

    @Test("The examples of files write what a new project needs")
    func newFiles() throws {
        // Example: InitialConfiguration
        let configuration = InitialConfiguration(models: ["Sources/App/Library.xcdatamodeld"])
        try Data(configuration.text.utf8).write(to: folder.appending(path: "modelgen.yml"))
        // End
        // Example: ConfigurationSchema
        let schema = ConfigurationSchema.text
        try Data(schema.utf8).write(to: folder.appending(path: "modelgen.schema.json"))  // For completion in an editor
        // End
        #expect(try temporary.names() == ["modelgen.schema.json", "modelgen.yml"])
        #expect(configuration.text.contains("Sources/App/Library.xcdatamodeld"))
        // Example: KnownRules
        for rule in KnownRules.all { print(rule.code, rule.summary) }
        // End
        #expect(KnownRules.all.contains { $0.code == Diagnostic.Code("relationship-inverse-missing") })
    }

    @Test("The example of a formatter finds what the editor would write in another way")
    func aFormatter() throws {
        let path = try temporary.write(
            "<model type='com.apple.IDECoreDataModeler.DataModel'><entity name='Book'/></model>",
            to: "Library.xcdatamodel/contents")
        var changedPaths: [String] = []
        // Example: ModelFormatter
        var diagnostics: [LocatedDiagnostic] = []
        for result in ModelFormatter().format(path, into: &diagnostics) where result.isChanged {
            try Data(result.formatted).write(to: URL(filePath: result.path))
            changedPaths.append(result.path)
        }
        // End
        #expect(changedPaths.count == 1 && diagnostics.isEmpty)
        #expect(ModelFormatter().format(path, into: &diagnostics).map(\.isChanged) == [false])
    }

    @Test("The example of a target finds the models in its folder")
    func aTarget() throws {
        try temporary.createFolder("Package/Sources/App/Library.xcdatamodeld")
        let package = temporary.path("Package")
        // Example: TargetModels
        var settings = ProjectSettings(workingDirectory: package)
        var diagnostics: [LocatedDiagnostic] = []
        let target = try TargetModels(
            in: "\(package)/Sources/App", excluding: [], settings: &settings, into: &diagnostics)
        for group in target.groups { print(group.configurationPath ?? "by default", group.modelPaths) }
        // End
        #expect(target.groups.map(\.modelPaths) == [["\(package)/Sources/App/Library.xcdatamodeld"]])
        #expect(diagnostics.isEmpty)
    }
}
