import Foundation
import ModelExpressions

extension ManagedObjectContext {
    /// The objects that match a request, found away from the context's actor, which is free meanwhile (rule FET-39).
    ///
    /// The state that is searched is the latest committed one as the fetch begins. With changes that have not been saved,
    /// here or in a parent, and for a predicate that only objects can answer, the fetch is made where it is called.
    /// Cancelling the task ends the fetch with `CancellationError`.
    ///
    /// - Parameters:
    ///   - request: What to find.
    ///   - progress: Called now and then with the part that is done, from 0 to 1, on any thread.
    ///   - isolation: The context's actor.
    /// - Throws: As ``fetch(_:)`` does, or `CancellationError`.
    public func fetchAsynchronously<Object: ManagedObject>(
        _ request: FetchRequest<Object>, progress: (@Sendable (Double) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Object] {
        try Task.checkCancellation()
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        guard fetch.runsOnColumns, request.includesPendingChanges,
            !GraphSource(snapshot: snapshot, context: self).hasChanges
        else {
            let objects = try self.fetch(request)
            progress?(1)
            return objects
        }
        let work = fetch.storedFetch(of: snapshot, progress: progress)
        let task = Task.detached { try work() }
        let subjects = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        progress?(1)
        return instances(objects(for: subjects))
    }
}

extension ResolvedFetch {
    /// The fetch on a snapshot alone, to be made anywhere.
    fileprivate func storedFetch(
        of snapshot: GraphSnapshot, progress: (@Sendable (Double) -> Void)?
    ) -> @Sendable () throws -> [GraphSource.Subject] {
        let (entity, predicate, sortKeys) = (entity, predicate, sortKeys ?? SortKeys(keys: []))
        let (ordinals, limit, offset) = (ordinals(in: snapshot.layout), request.fetchLimit, request.fetchOffset)
        return {
            var fetch = GraphFetch(
                snapshot: snapshot, context: nil, entity: entity, ordinals: ordinals,
                predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset)
            let total = fetch.chunkCount
            var done = 0
            fetch.checkpoint = {
                try Task.checkCancellation()
                done += 1
                if done % 16 == 0 { progress?(Double(done) / Double(max(total, done))) }
            }
            return try fetch.subjects()
        }
    }
}

extension GraphFetch {
    fileprivate var chunkCount: Int {
        ordinals.reduce(0) { $0 + snapshot.tables[$1].chunks.count }
    }
}
