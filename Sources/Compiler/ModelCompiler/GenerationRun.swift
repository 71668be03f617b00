public import FileAccess
public import GeneratedOutput
import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics

/// The pipeline from models to files: read, check, render, and write.
///
/// Only reading and writing access the disk. The run uses all cores, and its result does not depend on how the work is
/// distributed.
///
/// ```swift
/// var settings = ModelSettings()
/// settings.generation.outputPath = folder
/// let run = try GenerationRun(paths.map { GenerationRun.Request(path: $0, settings: settings) })
/// let plans = try GenerationRun.plans(for: run.check(), policy: OutputPolicy())
/// if !plans.contains(where: \.hasErrors) { _ = try OutputTransaction.perform(plans) }
/// ```
public struct GenerationRun: Sendable {
    // MARK: - Read

    /// The problems with the user's templates, sorted by place.
    public let templateDiagnostics: [LocatedDiagnostic]
    private let requests: [Request]
    /// The templates, by the path of their folder.
    private let templates: [String: TemplateSet]

    /// Reads the templates.
    ///
    /// - Parameter requests: The models, each once.
    /// - Throws: ``ProjectFileError`` if templates cannot be read.
    public init(_ requests: [Request]) throws(ProjectFileError) {
        self.requests = requests
        var templates: [String: TemplateSet] = [:]
        var diagnostics: Set<LocatedDiagnostic> = []
        for (generation, request) in Dictionary(requests.map { ($0.settings.generation, $0) }, uniquingKeysWith: { $1 })
        {
            let path = generation.templatesPath
            if let path, templates[path] == nil { templates[path] = try TemplateSet(readingFrom: path) }
            let set = path.flatMap { templates[$0] } ?? .builtIn
            let context = generation.options.templateContext
            diagnostics.formUnion(set.check(context, per: generation.options.templateUnit))
            if context == .swiftGen, set.mainFiles.isEmpty {
                diagnostics.insert(.noTemplateToRender(at: path ?? request.path))
            }
        }
        self.templates = templates
        templateDiagnostics = diagnostics.sorted()
    }

    /// The number of models.
    public var count: Int { requests.count }

    // MARK: - Check

    /// Reads and checks every model, in the order of the requests.
    ///
    /// ```swift
    /// let models = try run.check { completedCount in print("\(completedCount) of \(run.count) models") }
    /// let diagnostics = models.flatMap(\.diagnostics)
    /// ```
    ///
    /// - Parameters:
    ///   - cache: The results of earlier runs. A model in the cache is not checked again.
    ///   - progress: A closure that receives the number of completed models. Calls never overlap.
    /// - Throws: ``ProjectFileError`` if a baseline cannot be read.
    public func check(
        cache: GenerationCache? = nil, progress: @Sendable (_ completedCount: Int) -> Void = { _ in }
    ) throws -> [CheckedModel] {
        try ParallelWork.map(requests, progress: progress) { request in
            let inputs = try ModelInputs(request)
            let generation = request.settings.generation
            let generator = CodeGenerator(
                options: generation.options, templates: generation.templatesPath.flatMap { templates[$0] } ?? .builtIn)
            guard let output = cache?.output(for: inputs, generator) else { return try CheckedModel(inputs, generator) }
            return CheckedModel(inputs, generator, remembered: output)
        }
    }

    // MARK: - Render

    /// The diagnostics and files of every model, in the order of the models.
    ///
    /// ```swift
    /// for file in try GenerationRun.generate(models).flatMap(\.files) { print(file.name) }  // Writes nothing.
    /// ```
    ///
    /// - Parameters:
    ///   - models: The checked models of the run.
    ///   - cache: The cache for the results.
    ///   - progress: A closure that receives the number of completed models.
    /// - Throws: `TemplateError` if a template cannot be rendered, and `CodeSizeError` if the files of all models
    ///   are too large.
    public static func generate(
        _ models: [CheckedModel], cache: GenerationCache? = nil,
        progress: @Sendable (_ completedCount: Int) -> Void = { _ in }
    ) throws -> [ModelOutput] {
        let groups = SwiftGenGroups(models)
        let budget = CodeBudget()
        return try ParallelWork.map(Array(models.indices), progress: progress) { index in
            let model = try models[index].complete()
            let code = try groups.files(at: index) ?? model.generate()
            for file in code { try budget.spend(on: file, of: model.path) }
            let output = ModelOutput(
                model: model.name, path: model.path, diagnostics: model.diagnostics,
                files: try code + model.customCodeFiles() + model.testFiles())
            cache?.store(output, of: model)
            return output
        }
    }

    // MARK: - Write

    /// The plans for the output folders, by path.
    ///
    /// ```swift
    /// let policy = OutputPolicy(overwritesEditedFiles: true)  // As after --force
    /// let isUpToDate = try GenerationRun.plans(for: models, policy: policy).allSatisfy(\.isUpToDate)
    /// ```
    ///
    /// - Parameters:
    ///   - models: The checked models of the run.
    ///   - policy: The changes that are allowed.
    ///   - cache: The cache for the results. A model from the cache is generated again only if a file is not up to
    ///     date.
    ///   - files: The file system of the folders.
    ///   - progress: A closure that receives the number of completed models.
    /// - Throws: `FileError` if a folder cannot be read, `TemplateError` if a template cannot be rendered, and
    ///   `CodeSizeError` if the files of all models are too large.
    public static func plans(
        for models: [CheckedModel], policy: OutputPolicy, cache: GenerationCache? = nil,
        files: any FileSystem = LocalFileSystem(),
        progress: @Sendable (_ completedCount: Int) -> Void = { _ in }
    ) throws -> [FolderPlan] {
        let planner = FolderPlanner(files: files, policy: policy)
        let remembered = models.compactMap(\.remembered)
        if remembered.count == models.count {
            let plans = try OutputFolders(models, remembered).plans(planner)
            if plans.allSatisfy(\.changesNothing) { return plans }
        }
        let outputs = try generate(models, cache: cache, progress: progress)
        return try OutputFolders(models, outputs).plans(planner)
    }

    /// Compares the output folders with the output of the models, and updates them.
    ///
    /// - Parameter isAccepted: Whether to carry out the plans. If another process has changed the folders meanwhile,
    ///   the method reads them again and calls the closure again.
    /// - Returns: The plans, carried out if they were accepted.
    /// - Throws: `FileError`, `TemplateError` if a template cannot be rendered, or `CodeSizeError` if the files
    ///   of all models are too large. Nothing has changed then.
    package static func deliver(
        _ models: [CheckedModel], policy: OutputPolicy, cache: GenerationCache?,
        progress: @Sendable (_ completedCount: Int) -> Void = { _ in },
        isAccepted: (_ plans: [FolderPlan]) throws -> Bool
    ) throws -> [FolderPlan] {
        var folder = ""
        for _ in 0..<10 {
            let plans = try plans(for: models, policy: policy, cache: cache, progress: progress)
            if try !isAccepted(plans) || OutputTransaction.perform(plans) { return plans }
            folder = plans.first?.folder ?? ""
        }
        throw FileError(path: folder, operation: "written", reason: "other processes keep changing it")
    }
}

extension GenerationRun {
    /// A model with its settings.
    public struct Request: Sendable, Hashable {
        /// The path of the model, as diagnostics show it.
        public var path: String
        /// The settings for the model.
        public var settings: ModelSettings
        /// Whether the path is that of a folder without a model. Templates written for SwiftGen are rendered for it
        /// nevertheless.
        public var containsNoModel: Bool
        /// The names of the versions that were released. Existing code for SwiftData of such a version, and of every
        /// version but the current one, is frozen.
        public var releasedVersionNames: Set<String>

        /// Creates a request for the model at a path.
        public init(
            path: String, settings: ModelSettings, containsNoModel: Bool = false, releasedVersionNames: Set<String> = []
        ) {
            self.path = path
            self.settings = settings
            self.containsNoModel = containsNoModel
            self.releasedVersionNames = releasedVersionNames
        }
    }
}
