public import Foundation
import ObjectGraph

/// A state of a store, which contexts can keep reading.
///
/// ```swift
/// try context.setQueryGenerationFrom(.current)
/// let heroes = try context.fetch(request)
/// let count = try context.count(for: request)  // Of the same state, whatever others save in the meantime
/// ```
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
    /// The state; nil for the one that a context reads next.
    let state: CommittedState?

    init(_ state: CommittedState?) { self.state = state }

    /// The latest state at the next time that a context reads something.
    public static let current = NSQueryGenerationToken(nil)

    /// Returns the token itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether both have the same state.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSQueryGenerationToken else { return false }
        if other === self { return true }
        guard let state, let otherState = other.state else { return false }
        return state.generation == otherState.generation && state.layout === otherState.layout
    }

    public override var hash: Int { state.map(\.generation) ?? -1 }
}

extension NSManagedObjectContext {
    /// Keeps a state, as `setQueryGenerationFrom(_:)` describes.
    final func stay(at generation: NSQueryGenerationToken?) throws {
        guard parent == nil else {
            throw NSError(code: NSCoreDataError, "a child context reads from its parent, and has no query generation")
        }
        guard let generation else { return graph.unpinQueryGeneration() }
        if let state = generation.state {
            guard graph.canRemain(at: state) else {
                throw NSError(code: NSCoreDataError, "the query generation belongs to stores other than the context's")
            }
            graph.stay(at: state)
        } else {
            graph.pinToNextGeneration()
        }
    }
}
