import ArgumentParser
import FileAccess
import GeneratedOutput
import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelHistory
import ModelSchema
import ModelValidation
import TerminalOutput
import XCDataModel

/// What every edit has: the model, and what is done with the result.
struct EditOptions: ParsableArguments {
    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file.", completion: .file())
    var model: String

    @Option(help: .init("The version to edit; the current one when left out.", valueName: "name"))
    var versionName: String?

    @Flag(help: "Write nothing; print what would change.")
    var dryRun = false

    /// Edits the model, and writes its file.
    func run(_ edit: (inout Model) throws(EditFailure) -> Void) async throws {
        do {
            let model = try await VersionedModel.only(at: model)
            let version = try versionName.map(model.existingVersion) ?? model.current ?? model.versions.last
            guard let version else { throw Failure.modelErrors }
            var document = version.document
            do throws(EditFailure) {
                try edit(&document.model)
            } catch {
                throw ValidationError(error.description)
            }
            try Self.check(document.model, against: version)
            let bytes = try Self.bytes(of: document)
            if try Self.bytes(of: version.document) != version.document.originalBytes {
                StandardError.write(
                    "note: '\(version.file)' was not in the form of a model editor, and all of it is put into that form\n"
                )
            }
            guard !dryRun else {
                let path = WorkingFolder(path: AbsolutePath.of(".")).shortened(version.file)
                let difference = UnifiedDifference(from: document.originalBytes, to: bytes, path: path)
                return try TextDestination.write(difference.description, to: nil)
            }
            try FileWriter.write(bytes, to: version.file)
        } catch {
            throw Failure.report(error)
        }
    }

    /// The bytes of a document's file, with the line feed at its end that the file had.
    private static func bytes(of document: ModelDocument) throws -> [UInt8] {
        var problems: [Diagnostic] = []
        guard let bytes = XCDataModelWriter().write(document, into: &problems) else {
            throw ValidationError(problems.first?.message ?? "the model cannot be written")
        }
        let lineFeed = UInt8(ascii: "\n")
        return document.originalBytes?.last == lineFeed && bytes.last != lineFeed ? bytes + [lineFeed] : bytes
    }

    /// Refuses what the model had no error about before.
    private static func check(_ model: Model, against version: ModelVersion) throws {
        var (before, after): ([Diagnostic], [Diagnostic]) = ([], [])
        ModelValidator().validate(version.model, into: &before)
        ModelValidator().validate(model, into: &after)
        let known = Set(before.map(\.message))
        let new = after.filter { $0.severity == .error && !known.contains($0.message) }
        try Failure.check(
            new.map { diagnostic in
                LocatedDiagnostic(diagnostic, file: version.file) { _ in nil }
            })
    }
}

extension ElementPath {
    /// Reads `Order` or `Order/date`.
    init(argument: String) throws {
        guard let path = ElementPath(argument) else {
            throw ValidationError("write an entity, or an entity and a property: Order/date")
        }
        self = path
    }

    /// Reads `Order/date`.
    init(propertyArgument argument: String) throws {
        try self.init(argument: argument)
        guard property != nil else { throw ValidationError("write an entity and a property: Order/date") }
    }
}
