public import FileAccess
public import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics

/// How models become files: read, check, render, write.
///
/// Only reading and writing touch the disk. Models are worked on by all cores, and what comes of them is the same however the
/// work is spread.
public struct GenerationRun: Sendable {
    // MARK: - Read

    /// What is wrong with the templates of the user, sorted by place.
    public let templateDiagnostics: [LocatedDiagnostic]
    private let requests: [Request]
    /// The templates, by the path of their folder.
    private let templates: [String: TemplateSet]

    /// Reads the templates.
    ///
    /// - Parameter requests: Each model once.
    /// - Throws: ``FileProblem`` if templates cannot be read.
    public init(_ requests: [Request]) throws(FileProblem) {
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

    /// How many models there are.
    public var count: Int { requests.count }

    private static func read(_ request: Request) throws(FileProblem) -> ModelInputs {
        guard !request.holdsNoModel else { return ModelInputs(ofNoneIn: request.path, settings: request.settings) }
        return try ModelInputs(readingFrom: request.path, settings: request.settings)
    }

    // MARK: - Check

    /// Reads and judges every model, in the order of the requests.
    ///
    /// - Parameters:
    ///   - cache: What earlier runs said. A model that it knows is not judged again.
    ///   - progress: Is told how many models are done, one call after the other.
    /// - Throws: ``FileProblem`` if a baseline cannot be read.
    public func check(
        cache: GenerationCache? = nil, progress: (_ doneCount: Int) -> Void = { _ in }
    ) async throws -> [CheckedModel] {
        try await ParallelWork.map(requests, progress: progress) { request in
            let inputs = try Self.read(request)
            let generation = request.settings.generation
            let generator = CodeGenerator(
                options: generation.options,
                templates: generation.templatesPath.flatMap { templates[$0] } ?? .builtIn)
            guard let entry = cache?.entry(for: inputs, generator) else { return try CheckedModel(inputs, generator) }
            return CheckedModel(inputs, generator, remembered: entry)
        }
    }

    // MARK: - Render

    /// The files of every model, in the order of the models.
    ///
    /// - Throws: `TemplateFailure` if a template cannot be rendered.
    public static func generate(
        _ models: [CheckedModel], progress: (_ doneCount: Int) -> Void = { _ in }
    ) async throws -> [[GeneratedFile]] {
        let groups = SwiftGenGroups(models)
        return try await ParallelWork.map(Array(models.indices), progress: progress) { index in
            try groups.files(at: index) ?? models[index].complete().generate()
        }
    }

    private static func outputs(
        of models: [CheckedModel], cache: GenerationCache?, progress: (_ doneCount: Int) -> Void
    ) async throws -> [GenerationCache.Entry] {
        let groups = SwiftGenGroups(models)
        return try await ParallelWork.map(Array(models.indices), progress: progress) { index in
            let model = try models[index].complete()
            let files = try groups.files(at: index) ?? model.generate()
            let entry = GenerationCache.Entry(
                // Hashing takes about as long as writing.
                files: ConcurrentWork.map(files) { $0.map { OutputFile(name: $0.name, text: $0.text) } },
                humanFiles: try model.humanFiles().map { OutputFile(name: $0.name, text: $0.text) })
            cache?.remember(model, entry)
            return entry
        }
    }

    // MARK: - Write

    /// What is to be done to the output folders, by path.
    ///
    /// - Parameters:
    ///   - models: The models of the run, checked.
    ///   - policy: What may be done to them.
    ///   - cache: Where to remember what is generated. Models that were known before are not generated where all files are as
    ///     they should be.
    ///   - files: Where the folders are.
    ///   - progress: Is told how many models are done.
    /// - Throws: `FileFailure` when a folder cannot be read, `TemplateFailure` when a template cannot be rendered.
    public static func plans(
        for models: [CheckedModel], policy: OutputPolicy, cache: GenerationCache? = nil, files: any FileLayer = Disk(),
        progress: (_ doneCount: Int) -> Void = { _ in }
    ) async throws -> [FolderPlan] {
        let planner = FolderPlanner(files: files, policy: policy)
        let remembered = models.compactMap(\.remembered)
        if remembered.count == models.count {
            let plans = try OutputFolders(models, remembered).plans(planner)
            if plans.allSatisfy(\.isFresh) { return plans }
        }
        let outputs = try await outputs(of: models, cache: cache, progress: progress)
        return try OutputFolders(models, outputs).plans(planner)
    }

    /// Compares the output folders with what models generate, and makes them so.
    ///
    /// - Parameter isAccepted: Whether to carry the plans out; is asked again when another process has been at the folders
    ///   meanwhile, since they are then looked at anew.
    /// - Returns: The plans, carried out where they were accepted.
    /// - Throws: `FileFailure`, and nothing has changed; `TemplateFailure` when a template cannot be rendered.
    package static func deliver(
        _ models: [CheckedModel], policy: OutputPolicy, cache: GenerationCache?,
        progress: (_ doneCount: Int) -> Void = { _ in }, isAccepted: (_ plans: [FolderPlan]) throws -> Bool
    ) async throws -> [FolderPlan] {
        var folder = ""
        for _ in 0..<10 {
            let plans = try await plans(for: models, policy: policy, cache: cache, progress: progress)
            if try !isAccepted(plans) || OutputTransaction.carryOut(plans) { return plans }
            folder = plans.first?.folder ?? ""
        }
        throw FileFailure(path: folder, step: "written", reason: "other processes keep changing it")
    }
}
