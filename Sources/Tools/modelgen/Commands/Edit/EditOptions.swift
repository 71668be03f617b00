import ArgumentParser
import CommandArguments
import FileAccess
import GeneratedOutput
import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelProjects
import ModelSchema
import XCDataModel

/// A command that changes one model.
protocol EditCommand: ParsableCommand {
    var options: EditOptions { get }
    var common: CommonOptions { get }
    /// The element that the edit is about; nil for a new one.
    var subject: ElementPath? { get }

    func edit(_ model: inout Model) throws(EditError)
}

extension EditCommand {
    var subject: ElementPath? { nil }

    func run() throws { try options.run(on: subject, edit) }
}

/// The options of every edit: the model, and what to do with the result. The common options are not part of it, because
/// the argument parser checks groups within groups again and again in debug builds.
struct EditOptions: ParsableArguments {
    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel), or a contents file.")
    var model: PathArgument

    @Option(help: .init("The version to edit. The default is the current version.", valueName: "name"))
    var versionName: String?

    @Flag(help: "Print the changes without writing files.") var dryRun = false

    /// Edits the model, writes its file, and reports the findings about the result.
    ///
    /// - Parameters:
    ///   - path: The element that the edit is about; nil for a new one.
    ///   - isRenaming: Whether the edit changes only the name of the element, and what refers to it.
    func run(
        on path: ElementPath?, isRenaming: Bool = false, _ edit: (inout Model) throws(EditError) -> Void
    ) throws {
        guard !dryRun else {
            return try self.edit(try VersionedModel.only(at: model), on: path, isRenaming, nil, edit)
        }
        try VersionedModel.changeOnly(at: model) { model, lock in
            try self.edit(model, on: path, isRenaming, lock, edit)
        }
    }

    /// - Parameter lock: The right to change the model's files; nil to print the differences.
    private func edit(
        _ model: VersionedModel, on path: ElementPath?, _ isRenaming: Bool, _ lock: ModelLock?,
        _ edit: (inout Model) throws(EditError) -> Void
    ) throws {
        let version = try model.chosenVersion(versionName, option: "--version-name")
        var document = version.document
        do throws(EditError) {
            try edit(&document.model)
        } catch {
            throw ValidationError(error.description)
        }
        let check = try EditCheck(document.model, of: version, about: path, isRenaming: isRenaming)
        try check.refuseErrors()
        let bytes = try Self.bytes(of: document)
        var problems: [Diagnostic] = []
        let edited = XCDataModelReader().read(bytes, named: model.name, into: &problems)
        // Otherwise, no command could correct the edit.
        if let problem = problems.first(where: { $0.severity == .error }) {
            throw ValidationError("the edit would make the model unreadable: \(problem.message)")
        }
        if try Self.bytes(of: version.document) != version.document.originalBytes {
            StandardError.writeNote(
                "modelgen: note: '\(version.file)' was not in the format of a model editor, "
                    + "so the command reformats all of it\n"
            )
        }
        if let lock {
            try lock.replace(version.document.originalBytes ?? [], with: bytes, at: version.file)
        } else {
            let path = WorkingDirectory.current.shortenedPath(of: version.file)
            let difference = UnifiedDifference(from: document.originalBytes, to: bytes, path: path)
            try difference.description.write(to: nil)
        }
        check.writeFindings(seenIn: edited)
    }

    /// The bytes of a document's file, which ends with a line feed if the original did, and has its line ends.
    private static func bytes(of document: ModelDocument) throws -> [UInt8] {
        var problems: [Diagnostic] = []
        guard let bytes = XCDataModelWriter().write(document, into: &problems) else {
            throw ValidationError(problems.first?.message ?? "the model cannot be written")
        }
        let lineFeed = UInt8(ascii: "\n")
        let original = document.originalBytes ?? []
        let ended = original.last == lineFeed && bytes.last != lineFeed ? bytes + [lineFeed] : bytes
        return ended.withLineEnds(of: original)
    }
}

extension ElementPath {
    /// Reads `Order` or `Order/date`.
    init(argument: String) throws {
        guard let path = ElementPath(argument) else {
            throw ValidationError("specify an entity, or an entity and a property, such as Order/date")
        }
        self = path
    }

    /// Reads `Order/byDate`.
    init(indexArgument argument: String) throws {
        try self.init(argument: argument)
        guard property != nil else { throw ValidationError("specify an entity and an index, such as Order/byDate") }
    }

    /// Reads `Order/date`.
    init(propertyArgument argument: String) throws {
        try self.init(argument: argument)
        guard property != nil else { throw ValidationError("specify an entity and a property, such as Order/date") }
    }
}
