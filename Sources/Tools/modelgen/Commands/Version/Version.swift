import ArgumentParser
import CommandArguments
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import StructuredText
import XCDataModel

/// `modelgen version`: manages the versions of a bundle.
struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "List, add, and choose the versions of a model, and print their hashes.",
        discussion: """
            EXAMPLES:
              modelgen version list Models/Shop.xcdatamodeld
              modelgen version add Models/Shop.xcdatamodeld
              modelgen version current Models/Shop.xcdatamodeld "Shop 2"
              modelgen version hashes Models/Shop.xcdatamodeld --all-versions
            """,
        subcommands: [VersionList.self, VersionCurrent.self, VersionAdd.self, VersionHashes.self])
}

/// `modelgen version list`: lists the versions of models.
struct VersionList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the versions of models, with an asterisk for the current one.",
        discussion: """
            EXAMPLES:
              modelgen version list Models/Shop.xcdatamodeld
            """)

    @Argument(help: "Models, or folders to search. The default is the models of the project.")
    var models: [PathArgument] = []

    @OptionGroup var form: FormatOption<ListFormat>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        var diagnostics: [LocatedDiagnostic] = []
        let models = try DiskModels().models(at: ProjectModels.paths(models), into: &diagnostics)
        try CommandExit.check(diagnostics)
        let folder = WorkingDirectory.current
        switch form.format(for: destination.output) {
        case .text:
            let lines = models.flatMap { model in
                [folder.shortenedPath(of: model.path)]
                    + model.versions.map { ($0.name == model.currentName ? "* " : "  ") + $0.name }
            }
            try destination.write(lines.map { $0 + "\n" }.joined())
        case .json:
            let list = models.map { model in
                StructuredValue.members(
                    .init("model", .string(folder.shortenedPath(of: model.path))),
                    .init("current", model.currentName.map(StructuredValue.string)),
                    .init("versions", .array(model.versions.map { .string($0.name) })))
            }
            try destination.write(JSONText.text(of: .array(list)))
        }
    }
}

/// `modelgen version current`: prints or changes the current version.
struct VersionCurrent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "current", abstract: "Print the current version of a model, or choose another version.",
        discussion: """
            EXAMPLES:
              modelgen version current Models/Shop.xcdatamodeld
              modelgen version current Models/Shop.xcdatamodeld "Shop 2"
            """)

    @Argument(help: "The bundle (.xcdatamodeld).") var model: PathArgument
    @Argument(help: "The version to make current.") var name: String?
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        guard let name else {
            guard let current = try VersionedModel.bundle(at: model).currentName else {
                throw CommandExit.modelErrors
            }
            return try "\(current)\n".write(to: nil)
        }
        try VersionedModel.changeBundle(at: model) { bundle in
            try ModelBundleEditor(path: bundle.path).setCurrent(try bundle.existingVersion(name).name)
        }
    }
}

/// `modelgen version add`: adds a copy of a version.
struct VersionAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a copy of the current version to a model, and make it current.",
        discussion: """
            EXAMPLES:
              modelgen version add Models/Shop.xcdatamodeld
              modelgen version add Models/Shop.xcdatamodeld "Shop 2.1" \\
                --from-version "Shop" --keep-current
            """)

    @Argument(help: "The bundle (.xcdatamodeld).") var model: PathArgument
    @Argument(help: "The name of the new version. The default is the next number.") var name: String?

    @Option(help: .init("The version to copy. The default is the current version.", valueName: "name"))
    var fromVersion: String?

    @Flag(help: "Keep the current version current.") var keepCurrent = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try VersionedModel.changeBundle(at: model, addVersion)
    }

    private func addVersion(to bundle: VersionedModel) throws {
        // The new version becomes the current one, which would hide what a damaged .xccurrentversion says.
        guard fromVersion != nil || bundle.currentVersion != nil else {
            throw bundle.unknownCurrentVersion(option: "--from-version")
        }
        let source = try bundle.chosenVersion(fromVersion, option: "--from-version")
        guard let contents = source.document.originalBytes else { throw CommandExit.modelErrors }
        let taken = Set(bundle.versions.map(\.name))
        let name =
            name.map(VersionedModel.versionName) ?? ModelBundleEditor.nextName(after: source.name, taken: taken)
        guard !taken.contains(name) else {
            throw ValidationError("'\(bundle.name)' already has a version '\(name)'")
        }
        try ModelBundleEditor(path: bundle.path).addVersion(
            named: name, containing: contents, isCurrent: !keepCurrent, currentName: bundle.currentName)
        try "\(name)\n".write(to: nil)
    }
}
