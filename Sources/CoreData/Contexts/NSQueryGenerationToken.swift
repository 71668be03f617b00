public import Foundation
import ObjectGraph

// Unchecked: it never changes.
/// A state that a store has had, which contexts can stay at.
public final class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
    /// Nil for the state that a context reads next.
    let state: GraphSnapshot?

    init(_ state: GraphSnapshot?) { self.state = state }

    /// The latest state at the time that a context reads something for the first time after it was given this.
    public static let current = NSQueryGenerationToken(nil)

    /// The token itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are of the same state.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSQueryGenerationToken else { return false }
        if other === self { return true }
        guard let state, let otherState = other.state else { return false }
        return state.generation == otherState.generation && state.layout === otherState.layout
    }

    public override var hash: Int { state.map(\.generation) ?? -1 }
}

extension NSManagedObjectContext {
    /// The state that the context stays at; nil where it reads the latest one.
    public var queryGenerationToken: NSQueryGenerationToken? {
        usedGraph?.generation.map { NSQueryGenerationToken($0) }
    }

    /// Has the context stay at a state, whatever others save: that of a token, the one that it reads next for
    /// ``NSQueryGenerationToken/current``, or the latest one at any time again for nil.
    ///
    /// A context that stays moves on when it saves, merges, is reset or refreshes all objects. A SQLite store that other
    /// programs write to may answer a later question with their rows.
    ///
    /// - Throws: An error with the code 134060 for a child, which reads what its parent holds, and for a state that other stores than
    ///   the context's have had.
    public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        guard parent == nil else {
            throw NSError(
                code: NSCoreDataError, "a child context reads from its parent, and has no query generation")
        }
        guard let generation else { return graph.readLatestGeneration() }
        if let state = generation.state {
            guard graph.canStay(at: state) else {
                throw NSError(code: NSCoreDataError, "the generation is of other stores than the context's")
            }
            graph.stay(at: state)
        } else {
            graph.stayAtNextGeneration()
        }
    }
}
