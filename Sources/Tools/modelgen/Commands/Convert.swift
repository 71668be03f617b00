import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import ModelText

/// `modelgen convert`: converts a bundle to YAML, and back.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Convert a model to YAML or JSON that people can edit, or back to a bundle.",
        discussion: """
            The text contains all versions of the model and loses nothing: converting it back creates the same files, \
            as modelgen format writes them. Content that this form cannot represent, such as a comment, is an error. \
            For an existing bundle, --replace writes only the files that differ.

            EXAMPLES:
              modelgen convert Models/Superheroes.xcdatamodeld
              modelgen convert Models/Shop.xcdatamodeld --output Shop.yaml
              modelgen convert Models/Shop.xcdatamodeld --output Shop.json
              modelgen convert Shop.yaml --output Models/Shop.xcdatamodeld --replace
              modelgen convert Shop.app/Shop.momd --output Shop.yaml
              modelgen convert --schema --output model.schema.json
            """)

    enum Format: String, OutputFormat {
        case yaml, json

        static let standard = Format.yaml

        var fileExtensions: [String] { self == .yaml ? ["yaml", "yml"] : [rawValue] }

        func text(of model: ModelText) -> String { self == .yaml ? model.yaml : model.json }
    }

    @Argument(
        help: """
            A bundle (.xcdatamodeld), a version (.xcdatamodel), a contents file, a compiled model (.momd, .mom), or a \
            model in YAML (.yaml, .yml) or JSON (.json).
            """
    )
    var model: PathArgument?

    // Not an output as of other commands: it can be a bundle, whose files --replace replaces.
    @Option(
        name: .shortAndLong,
        help: "The file, device, or pipe to write to. The default is standard output, which is also called -.",
        completion: .file(), transform: PathArgument.init(outputArgument:))
    var output: PathArgument?

    @OptionGroup var form: FormatOption<Format>

    @Flag(help: "Print the JSON Schema of the YAML form, for editors.") var schema = false
    @Flag(help: "Overwrite the files of an existing bundle, without removing versions.") var replace = false
    @Flag(help: "Leave out content that YAML and JSON cannot represent.") var allowLoss = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        guard schema != (model != nil) else {
            throw ValidationError(
                schema ? "--schema cannot be combined with a model" : "Missing expected argument '<model>'")
        }
    }

    func run() throws {
        let target = output.map { Form($0.path) }
        let file = output.map(OutputArgument.init)
        let format = form.format(for: file)
        guard let model else { return try ModelTextSchema.text.write(to: file) }
        switch (Form(model.path), target) {
        case (.compiled(let path), nil): try format.text(of: CompiledSource(path).read()).write(to: nil)
        case (.compiled(let path), .text):
            try file?.refuseProtectedFile(replacesModelText: true)
            try file?.write(format.text(of: CompiledSource(path).read()), replacesModelText: true)
        case (.compiled(let path), .bundle(let bundle)): try writeBundle(CompiledSource(path).read(), to: bundle)
        case (_, .compiled): throw ValidationError("use modelgen compile to write a compiled model")
        case (.bundle, nil): try format.text(of: read(bundle: model.path)).write(to: nil)
        case (.bundle, .text):
            try file?.refuse([model.path])
            try file?.refuseProtectedFile(replacesModelText: true)
            try file?.write(format.text(of: read(bundle: model.path)), replacesModelText: true)
        case (.text, .bundle(let path)): try writeBundle(read(text: model.path), to: path)
        case (.text, nil), (.text, .text):
            throw ValidationError("specify the bundle to create, such as --output Shop.xcdatamodeld")
        case (.bundle, .bundle):
            throw ValidationError("both are bundles; specify a file that ends in .yaml or .json")
        }
    }

    /// The form of the model at a path.
    private enum Form {
        case bundle(String), compiled(String), text(String)

        init(_ path: String) {
            // The shell completes the names of folders with a slash.
            var path = path.withoutSlashAtEnd
            if path.hasSuffix(".xcdatamodel/contents") { path = String(path.dropLast("/contents".count)) }
            guard ![".momd", ".mom"].contains(where: path.hasSuffix) else {
                self = .compiled(path)
                return
            }
            self =
                [".xcdatamodeld", ".xcdatamodel", "/contents"].contains(where: path.hasSuffix)
                ? .bundle(path) : .text(path)
        }
    }

    private func read(bundle path: String) throws -> ModelText {
        var diagnostics: [LocatedDiagnostic] = []
        let text = BundleConversion(allowsLoss: allowLoss).model(at: AbsolutePath.of(path), into: &diagnostics)
        try CommandExit.check(diagnostics)
        guard let text else { throw CommandExit.modelErrors }
        return text
    }

    private func read(text path: String) throws -> ModelText {
        let path = AbsolutePath.of(path)
        var diagnostics: [LocatedDiagnostic] = []
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        let storeFailure = ValidationError("the file is a SQLite store; write its model with modelgen decompile")
        // A store can be much larger than memory. The standard input can be read only once.
        if path != FileReader.standardInput, (try? RegularFile.isDatabase(at: path)) == true { throw storeFailure }
        let bytes = try FileReader.contents(of: path, maximumSizeBytes: ModelTextReader.maximumSizeBytes)
        guard !bytes.starts(with: RegularFile.databaseSignature) else { throw storeFailure }
        let text = ModelTextReader().read(bytes, named: name, at: path, into: &diagnostics)
        try CommandExit.check(diagnostics)
        guard let text else { throw CommandExit.modelErrors }
        return text
    }

    private func writeBundle(_ text: ModelText, to path: String) throws {
        let written = try BundleConversion().write(
            text, to: AbsolutePath.of(path), isReplacing: replace, remedy: "overwrite its files with --replace")
        for file in written { try "wrote \(path)/\(file)\n".writeAsStatus() }
        if written.isEmpty { try "no differences\n".writeAsStatus() }
    }
}
