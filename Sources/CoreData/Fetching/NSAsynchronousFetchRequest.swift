import Foundation
import ObjectGraph
import Synchronization

/// A fetch with a later result, on the context's queue (rule FET-39).
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: heroes) { result in
///     names = (result.finalResult ?? []).compactMap(\.name)  // Later, on the queue of the context
/// }
/// try context.execute(request)
/// ```
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// The fetch request.
    public final let fetchRequest: NSFetchRequest<ResultType>
    /// The expected number of results, for progress.
    open var estimatedResultCount = 0
    let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

    /// Creates a request that calls a closure with the result.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completion = blk
    }

    /// Returns a copy of the request, with a copy of its fetch request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let fetch = NSFetchRequest<ResultType>()
        fetch.take(from: fetchRequest)
        let copy = NSAsynchronousFetchRequest(fetchRequest: fetch, completionBlock: completion)
        copy.estimatedResultCount = estimatedResultCount
        return copied(as: copy)
    }
}

/// The result of an asynchronous request, which is available when the request ends.
///
/// ```swift
/// let running = try context.execute(request) as? NSPersistentStoreAsynchronousResult
/// running?.cancel()  // The view has been closed. What has begun goes on.
/// ```
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that the request was executed in.
    public final let managedObjectContext: NSManagedObjectContext
    /// The error of the request; nil if there is none, or none yet.
    public internal(set) final var operationError: (any Error)?
    /// The progress of the request, in one step; nil if no progress was current when it was executed.
    public final let progress: Progress?
    private let cancellation = Atomic(false)

    /// Whether the request should end.
    final var isCancelled: Bool { cancellation.load(ordering: .acquiring) }

    init(context: NSManagedObjectContext) {
        managedObjectContext = context
        progress = Progress.current() == nil ? nil : Progress(totalUnitCount: 1)
    }

    /// Cancels the request if it has not begun. Its error is then `NSUserCancelledError`.
    /// You can call this from any queue.
    open func cancel() { cancellation.store(true, ordering: .releasing) }
}

/// The result of an asynchronous fetch.
///
/// ```swift
/// if let error = result.operationError { return print("The heroes cannot be shown:", error) }
/// names = result.finalResult?.map(\.name) ?? []
/// ```
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request.
    public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// The results, in the order of the fetch request; nil until the request ends.
    public private(set) final var finalResult: [ResultType]?

    init(_ request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext) {
        fetchRequest = request
        super.init(context: context)
    }

    /// Performs the fetch, on the context's queue.
    func run() {
        do {
            if isCancelled || progress?.isCancelled == true { throw CocoaError(.userCancelled) }
            let request = NSFetchRequest<ResultType>()
            request.take(from: fetchRequest.fetchRequest)
            request.affectedStores = fetchRequest.stores(among: request.affectedStores)
            finalResult = try managedObjectContext.fetch(request)
        } catch {
            operationError = error
        }
        progress?.completedUnitCount = 1
        fetchRequest.completion?(self)
    }
}

/// A request that determines the type of its result.
protocol AsynchronousRequest {
    func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AsynchronousRequest {
    func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult(self, in: context)
        context.perform { result.run() }
        return result
    }
}

extension NSManagedObjectContext {
    /// Executes a request, as `execute(_:)` describes.
    final func result(of request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        let result: NSPersistentStoreResult = try reportingErrors {
            switch request {
            case let insertion as NSBatchInsertRequest:
                NSBatchInsertResult(try graph.execute(try insertion.graphRequest(in: self)), insertion.resultType)
            case let update as NSBatchUpdateRequest:
                NSBatchUpdateResult(try graph.execute(try update.graphRequest(in: self)), update.resultType)
            case let deletion as NSBatchDeleteRequest:
                NSBatchDeleteResult(try graph.execute(try deletion.graphRequest(in: self)), deletion.resultType)
            case let history as NSPersistentHistoryChangeRequest: try history.execute(in: self)
            case let asynchronous as any AsynchronousRequest: asynchronous.begin(in: self)
            default:
                throw NSError(
                    code: NSPersistentStoreUnsupportedRequestTypeError,
                    "execute(_:) does not support \(type(of: request)); to fetch objects, use fetch(_:)")
            }
        }
        for store in persistentStoreCoordinator?.persistentStores ?? [] { store.mergeJournalIfRequested() }
        return result
    }
}
