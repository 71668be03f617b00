import Foundation
import Synchronization

/// Checks many models in several modes, on all cores.
public struct CompileRun: Sendable {
    /// A model that does not compile.
    public struct Failure: Sendable {
        public var model: String
        public var mode: CompilerMode
        public var output: String
    }

    public var checker: TypeChecker
    public var modes: [CompilerMode]

    public init(checker: TypeChecker, modes: [CompilerMode] = CompilerMode.allCases) {
        self.checker = checker
        self.modes = modes
    }

    /// Compiles models, batch after batch, and those of a batch that fails one by one.
    ///
    /// - Parameter progress: Called after each batch, from any thread, with the number done and their total.
    /// - Returns: The failures, by model and mode.
    public func failures(
        of models: [CheckedModel], progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> [Failure] {
        let batches = Batch.batches(of: models)
        let jobs = batches.flatMap { batch in modes.map { (batch, $0) } }
        let outcome = Mutex<(done: Int, failures: [Failure], problem: (any Error)?)>((0, [], nil))
        DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
            let (batch, mode) = jobs[index]
            let result = Result { try failures(of: batch, in: mode) }
            let done = outcome.withLock { outcome in
                outcome.done += 1
                switch result {
                case .success(let failures): outcome.failures += failures
                case .failure(let problem): outcome.problem = problem
                }
                return outcome.done
            }
            progress(done, jobs.count)
        }
        return try outcome.withLock { outcome in
            if let problem = outcome.problem { throw problem }
            return outcome.failures.sorted { ($0.model, $0.mode.rawValue) < ($1.model, $1.mode.rawValue) }
        }
    }

    private func failures(of batch: Batch, in mode: CompilerMode) throws -> [Failure] {
        guard let output = try checker.complaints(about: batch.models, in: mode) else { return [] }
        guard batch.models.count > 1 else {
            return batch.models.map { Failure(model: $0.path, mode: mode, output: output) }
        }
        // The type of one model may stand in the way of another's.
        return try batch.models.compactMap { model in
            try checker.complaints(about: [model], in: mode).map {
                Failure(model: model.path, mode: mode, output: $0)
            }
        }
    }
}
