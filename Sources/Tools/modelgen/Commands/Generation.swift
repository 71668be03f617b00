import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelProjects
import StencilTemplates
import XCDataModel

/// What `modelgen generate` does with the values of its arguments.
struct Generation {
    /// Bundles, versions, contents files, or folders; empty for the models of the configuration.
    var models: [PathArgument]
    /// The settings that the arguments specify. Others come from the configurations.
    var specified: GenerationSettings
    /// The classes for which they specify other types, in their order.
    var replacedClasses: [String] = []
    /// What to do with the files besides writing them; nil to write them.
    var mode: OutputOptions.Mode?
    var policy: OutputPolicy
    var usesCache = true
    /// Whether a folder without models is an error, even with templates for SwiftGen.
    var requiresModels = false
    /// Whether to generate again when a file changes, until the process is interrupted.
    var watches = false
    var diagnosticOptions: DiagnosticOptions

    func run() throws {
        guard watches else { return try generate() }
        while true {
            // Before the run, so that it does not miss changes during the run.
            let before = try watchedFiles()
            do {
                try generate()
            } catch {
                // The user can correct the problem while the command waits.
                guard ModelGen.program.report(error) != nil else { throw error }
            }
            StandardError.writeNote("modelgen: waiting for changes; press Control-C to stop\n")
            try waitForChange(since: before)
        }
    }

    /// The paths of the files that the command generates, without those that people edit.
    func outputPaths() throws -> [String] {
        var settings = projectSettings
        var diagnostics: [LocatedDiagnostic] = []
        let run = try GenerationRun(try requests(&settings, &diagnostics))
        let models = try run.check()
        guard diagnosticOptions.isPassed(diagnostics + models.flatMap(\.diagnostics)) else {
            try diagnosticOptions.write(diagnostics + models.flatMap(\.diagnostics))
            throw CommandExit.modelErrors
        }
        let folder = specified.outputPath ?? ""
        return try code(of: models).map { "\(folder)/\($0.name)" }
    }

    /// The generated files, without those that people edit, and without tests.
    private func code(of models: [CheckedModel]) throws -> [GeneratedFile] {
        try GenerationRun.generate(models).flatMap(\.files).filter { $0.role == .code }
    }

    /// Waits until files have changed, and then until they are stable, because a program might still be writing them.
    private func waitForChange(since before: WatchedFiles) throws {
        var last = before
        while true {
            let now = try watchedFiles()
            if now != before, now == last { return }
            last = now
            Thread.sleep(forTimeInterval: now == before ? 0.3 : 0.05)
        }
    }

    /// The files whose changes cause a new run.
    private func watchedFiles() throws -> WatchedFiles {
        var settings = projectSettings
        let named = try ProjectModels.listed(models, in: &settings, mayBeGone: true)
        let ownPlaces = [AbsolutePath.of(ProjectConfiguration.fileName)] + [specified.templatesPath].compactMap { $0 }
        return try WatchedFiles(models: named, isListed: models.isEmpty, settings: settings, others: ownPlaces)
    }

    private func generate() throws {
        do {
            var settings = projectSettings
            var report = GenerationReport(
                mode: mode, isVerbose: TerminalSettings.isVerbose, listsChanges: watches, options: diagnosticOptions)
            let requests = try withReleasedVersions(try requests(&settings, &report.diagnostics))
            warnOfUnusedTypes(in: requests)
            report.diagnostics += unusedTypes(of: try settings.projectConfiguration(), in: requests)
            let run = try GenerationRun(requests)
            report.diagnostics += run.templateDiagnostics
            let progress = ProgressLine("reading model", totalCount: run.count)
            let cache: GenerationCache? = usesCache && mode != .stdout ? .ofCurrentUser : nil
            let models = try run.check(cache: cache) { progress.show($0) }
            progress.clear()
            report.diagnostics += models.flatMap(\.diagnostics)
            guard diagnosticOptions.isPassed(report.diagnostics) else {
                try report.write()
                throw CommandExit.modelErrors
            }
            if mode == .stdout {
                try report.write(try code(of: models))
            } else {
                try deliver(models, cache, &report)
            }
        } catch let error as TemplateError {
            try diagnosticOptions.write([error.diagnostic])
            throw CommandExit.modelErrors
        }
    }

    /// The settings from the options and the configurations.
    private var projectSettings: ProjectSettings { diagnosticOptions.settings(generation: specified) }

    /// The specified models, each once, with their settings.
    private func requests(
        _ settings: inout ProjectSettings, _ diagnostics: inout [LocatedDiagnostic]
    ) throws -> [GenerationRun.Request] {
        let named = try ProjectModels.listed(models, in: &settings)
        var seen: Set<String> = []
        let requests = try named.flatMap { path -> [GenerationRun.Request] in
            var found: [LocatedDiagnostic] = []
            let paths = ModelCompiler.models(at: path, into: &found)
            // Files of models that are overlooked would be removed, or rendered without them.
            for index in found.indices { found[index].severity = .error }
            if paths.isEmpty, !requiresModels, !found.contains(where: \.isAboutReading) {
                let request = try request(path, &settings, containsNoModel: true)
                // As in SwiftGen: the code for no model compiles, too.
                if request.settings.generation.options.templateContext == .swiftGen { return [request] }
            }
            diagnostics += found
            return try paths.filter { seen.insert($0).inserted }.map { try request($0, &settings) }
        }
        try diagnosticOptions.check(settings)
        for request in requests { try request.settings.generation.refusePartsOfModels() }
        guard !named.isEmpty else { throw ValidationError("specify a model, or list models in modelgen.yml") }
        let isPlaceless = requests.contains { $0.settings.generation.outputPath == nil }
        guard !isPlaceless || mode == .stdout else {
            throw ValidationError("specify a folder with --output, or with output: under generate: in modelgen.yml")
        }
        if let testsPath = requests.first(where: { $0.settings.lacksTestedModule })?.settings.generation.testsPath {
            let name = testsPath.split(separator: "/").last ?? ""
            throw ValidationError("specify the module that the test in '\(name)' imports with --tested-module")
        }
        try refuseOptionsWithoutEffect(on: requests)
        if specified.parameters != nil, requests.allSatisfy({ $0.settings.generation.templatesPath == nil }) {
            throw ValidationError(
                "the built-in templates do not use --param; specify your own templates with --templates")
        }
        return requests
    }

    /// The requests with the versions that were released, for code that declares all versions.
    private func withReleasedVersions(_ requests: [GenerationRun.Request]) throws -> [GenerationRun.Request] {
        var requests = requests
        for index in requests.indices where requests[index].settings.generation.options.versions == .all {
            requests[index].releasedVersionNames = try ReleasedVersions.names(
                ofModelAt: requests[index].path, policy: requests[index].settings.evolution,
                environment: ProcessInfo.processInfo.environment)
        }
        return requests
    }

    private func request(
        _ path: String, _ settings: inout ProjectSettings, containsNoModel: Bool = false
    ) throws -> GenerationRun.Request {
        GenerationRun.Request(
            path: path, settings: try settings.settings(forModelAt: path, isListed: models.isEmpty),
            containsNoModel: containsNoModel)
    }

    /// Compares the output folders with the generated files, and updates them.
    private func deliver(
        _ checked: [CheckedModel], _ cache: GenerationCache?, _ report: inout GenerationReport
    ) throws {
        let progress = ProgressLine("generating for model", totalCount: checked.count)
        _ = try GenerationRun.deliver(
            checked, policy: policy, cache: cache
        ) {
            progress.show($0)
        } isAccepted: { plans in
            progress.clear()
            report.plans = plans
            guard report.canCarryOut else {
                try report.write()
                throw report.exitCode
            }
            return mode == nil
        }
        try report.write()
        guard report.isPassed else { throw CommandExit.modelErrors }
    }
}

extension GenerationSettings {
    /// - Throws: `OutputArgumentError` if a folder for output is in a model.
    fileprivate func refusePartsOfModels() throws {
        for path in [outputPath, customCodePath, testsPath].compactMap({ $0 }) {
            try OutputArgumentError.check(folder: path)
        }
    }
}

extension ModelSettings {
    /// Whether a test is requested whose module is not known.
    fileprivate var lacksTestedModule: Bool {
        generation.style == .swiftData && generation.testsPath != nil && generation.testedModule == nil
    }
}
