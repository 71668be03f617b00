import FileAccess
import Foundation
import GeneratedOutput
import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import StencilTemplates

/// A command of a build with the plugin. It generates the code of one model, and triggers a new build plan if
/// necessary.
///
/// Its messages go to standard error, where build logs and IDEs find positions in models.
package struct BuildStep {
    private enum ExitCode: Int32 {
        case success = 0
        case modelErrors = 1
        case wrongConfiguration = 64
        case fileSystem = 74
    }

    private let request: BuildRequest

    /// Runs a step.
    ///
    /// - Parameter path: The path of the file with the request.
    /// - Returns: The exit code of the process: 0 for success, 1 for errors in the model, 64 for errors in a
    ///   configuration, and 74 for file system errors.
    package static func run(requestAt path: String) -> Int32 {
        do {
            let step = BuildStep(request: try BuildRequest(readingFrom: URL(filePath: path)))
            try step.markPlan()
            try step.changeStamp()
            return try step.generate().rawValue
        } catch let error as TemplateError {
            write([error.diagnostic])
            return ExitCode.modelErrors.rawValue
        } catch {
            StandardError.write("modelgen: error: \(describe(error))\n")
            return ExitCode.fileSystem.rawValue
        }
    }

    /// Updates the mark of the build plan, before generating, so that the next build is correct even if the model has
    /// errors.
    private func markPlan() throws {
        let plan = BuildPlan(watched: request.watched.map { URL(filePath: $0) })
        guard let folder = request.plan, try plan.mark(in: URL(filePath: folder)) else { return }
        let message = "the models or their versions have changed; the next build uses the changes"
        StandardError.write("\(request.watched.first ?? ""): note: \(message)\n")
    }

    private func changeStamp() throws {
        try InputStamp(URL(filePath: request.stamp)).change(unless: inputPaths.isSubset(of: Set(request.inputs)))
    }

    // MARK: - Generating

    private func generate() throws -> ExitCode {
        var settings = projectSettings
        var diagnostics: [LocatedDiagnostic] = []
        let paths = ModelCompiler.models(at: request.model, into: &diagnostics)
        var requests = try paths.map { path in
            GenerationRun.Request(path: path, settings: try settings.settings(forModelAt: path))
        }
        guard settings.diagnostics.isEmpty else {
            Self.write(settings.diagnostics)
            return .wrongConfiguration
        }
        for index in requests.indices {
            let keys = ConfiguredKeys(settings.configurationPath(forModelAt: requests[index].path))
            guard requests[index].settings.generation.templateContext != .swiftGen else {
                keys.report(
                    .error, "context",
                    "templates for SwiftGen decide the names of files, which a build must know in advance; generate "
                        + "the code with 'swift package generate-models' instead")
                return .wrongConfiguration
            }
            leaveOutFiles(outsideOutput: &requests[index].settings.generation, keys)
        }
        let run = try GenerationRun(requests)
        let cache = GenerationCache.ofCurrentUser
        let models = try run.check(cache: cache)
        diagnostics += run.templateDiagnostics + models.flatMap(\.diagnostics)
        if let sources = request.sources {
            diagnostics += try models.flatMap { try $0.managedMemberDiagnostics(inSourcesAt: sources) }
        }
        guard !diagnostics.hasErrors else {
            Self.write(diagnostics)
            return .modelErrors
        }
        let policy = OutputPolicy(keepsManifest: false, ownsFolder: true)
        let plans = try GenerationRun.deliver(models, policy: policy, cache: cache) { plans in
            !plans.flatMap(\.diagnostics).hasErrors
        }
        diagnostics += plans.flatMap(\.diagnostics)
        Self.write(diagnostics)
        return plans.contains(where: \.isBlocked) ? .fileSystem : diagnostics.hasErrors ? .modelErrors : .success
    }

    /// Leaves out the files that a build must not write, because they belong to the sources: a plugin may write only to
    /// its work folder.
    private func leaveOutFiles(outsideOutput generation: inout GenerationSettings, _ keys: ConfiguredKeys) {
        let reason = "is not written during a build; 'swift package generate-models' writes it"
        if generation.customCodePath != nil {
            keys.report(.note, "custom-code", "the folder for your own code \(reason)")
        }
        if generation.testsPath != nil { keys.report(.note, "tests", "the folder for the generated test \(reason)") }
        generation.customCodePath = nil
        generation.testsPath = nil
    }

    /// The files that generating depends on, except for models: configurations, baselines, and templates. Leaves out
    /// unreadable ones, which generating reports.
    private var inputPaths: Set<String> {
        var settings = projectSettings
        var ignored: [LocatedDiagnostic] = []
        var paths: Set<String> = []
        for path in ModelCompiler.models(at: request.model, into: &ignored) {
            if let configuration = settings.configurationPath(forModelAt: path) { paths.insert(configuration) }
            guard let found = try? settings.settings(forModelAt: path) else { continue }
            if let baseline = found.baselinePath { paths.insert(baseline) }
            if let templates = found.generation.templatesPath {
                paths.insert(templates)
                paths.formUnion((try? TemplateSet(readingFrom: templates))?.files.map(\.path) ?? [])
            }
        }
        return Set(paths.map(AbsolutePath.of))
    }

    /// The settings from the request and the configurations.
    private var projectSettings: ProjectSettings {
        var generation = GenerationSettings()
        generation.fileLayout = .model
        // A package supports all platforms, so its generated code does, too.
        generation.platforms = .all
        generation.outputPath = request.output
        generation.environment = ProcessInfo.processInfo.environment
        var fallback = GenerationSettings()
        fallback.accessLevel = request.isImportable ? nil : .internal
        return ProjectSettings(
            workingDirectory: AbsolutePath.of("."), configurationPath: request.configuration, generation: generation,
            fallbackGeneration: fallback)
    }

    // MARK: - Messages

    private static func write(_ diagnostics: [LocatedDiagnostic]) {
        StandardError.write(DiagnosticTextFormatter().format(diagnostics.sorted()))
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case let error as FileError: error.description
        case let error as ProjectFileError: error.description
        case let error as CodeSizeError: error.description
        default: error.localizedDescription
        }
    }
}

extension [LocatedDiagnostic] {
    fileprivate var hasErrors: Bool { contains { $0.severity == .error } }
}
