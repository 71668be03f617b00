public import FileAccess
public import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics

/// Generates code for models, on all cores. What comes of it is the same however the work is spread.
public struct GenerationRun: Sendable {
    /// A model and what holds for it.
    public struct Request: Sendable, Hashable {
        /// As diagnostics are to show it.
        public var path: String
        /// What holds for the model.
        public var settings: ModelSettings
        /// Whether the path is that of a folder without a model, for which templates written for SwiftGen are rendered
        /// all the same.
        public var holdsNoModel: Bool

        /// A model by its path, with what holds for it.
        public init(path: String, settings: ModelSettings, holdsNoModel: Bool = false) {
            self.path = path
            self.settings = settings
            self.holdsNoModel = holdsNoModel
        }
    }

    /// What is wrong with the templates of the user, sorted by place.
    public let templateDiagnostics: [LocatedDiagnostic]
    private let requests: [Request]
    /// The templates, by the path of their folder.
    private let templates: [String: TemplateSet]

    /// - Parameter requests: Each model once.
    /// - Throws: ``FileProblem`` when templates cannot be read.
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

    /// Reads and judges every model, in the order of the requests.
    ///
    /// - Parameters:
    ///   - cache: What earlier runs said. A model that it knows is not read again.
    ///   - progress: Is told how many models are done, one call after the other.
    /// - Throws: ``FileProblem`` when a baseline cannot be read.
    public func check(
        cache: GenerationCache? = nil, progress: (_ doneCount: Int) -> Void = { _ in }
    ) async throws -> [CheckedModel] {
        try await ParallelWork.map(requests, progress: progress) { request in
            let generation = request.settings.generation
            let templates = generation.templatesPath.flatMap { self.templates[$0] } ?? .builtIn
            let compiler = ModelCompiler(options: generation.options, templates: templates)
            if request.holdsNoModel { return CheckedModel(ofNoneIn: request.path, request.settings, compiler) }
            return try compiler.check(request.path, settings: request.settings, cache: cache)
        }
    }

    /// The files of every model, in the order of the models.
    ///
    /// - Throws: `TemplateFailure` when a template cannot be rendered.
    public static func generate(
        _ models: [CheckedModel], progress: (_ doneCount: Int) -> Void = { _ in }
    ) async throws -> [[GeneratedFile]] {
        let groups = SwiftGenGroups(models)
        return try await ParallelWork.map(Array(models.indices), progress: progress) { index in
            try groups.files(at: index) ?? models[index].complete().generate()
        }
    }

    /// What is to be done to the output folders, by path.
    ///
    /// - Parameters:
    ///   - models: The models of the run, checked.
    ///   - policy: What may be done to them.
    ///   - cache: Where to remember what is generated. Models that were known before are not generated where all
    ///     files are as they should be.
    ///   - files: Where the folders are.
    ///   - progress: Is told how many models are done.
    /// - Throws: `FileFailure` when a folder cannot be read, `TemplateFailure` when a template cannot be
    ///   rendered.
    public static func plans(
        for models: [CheckedModel], policy: OutputPolicy, cache: GenerationCache? = nil, files: any FileLayer = Disk(),
        progress: (_ doneCount: Int) -> Void = { _ in }
    ) async throws -> [FolderPlan] {
        let planner = FolderPlanner(files: files, policy: policy)
        func plans(_ entries: [GenerationCache.Entry]) throws -> [FolderPlan] {
            var folders = OutputFolders()
            for (model, entry) in zip(models, entries) { folders.add(entry, of: model) }
            return try folders.paths.map { try planner.plan(folders.outputs(in: $0), in: $0) }
        }
        let known = models.compactMap(\.remembered)
        if known.count == models.count {
            let plans = try plans(known)
            if plans.allSatisfy(\.isFresh) { return plans }
        }
        let groups = SwiftGenGroups(models)
        return try plans(
            await ParallelWork.map(Array(models.indices), progress: progress) { index in
                let model = try models[index].complete()
                let files = ConcurrentWork.map(try groups.files(at: index) ?? model.generate()) {
                    // Hashing takes about as long as writing.
                    $0.map(OutputFile.init)
                }
                let humanFiles = try model.humanFiles().map(OutputFile.init)
                if let cache { model.remember(files, humanFiles: humanFiles, in: cache) }
                return GenerationCache.Entry(files: files, humanFiles: humanFiles)
            })
    }
}

extension OutputFile {
    fileprivate init(_ file: GeneratedFile) {
        self.init(name: file.name, text: file.text)
    }
}
