import ColumnEngine

/// The latest state of several stores together, and how it came about.
///
/// Its generation counts the states of all stores. Each of them moves on by itself, so the state remembers which store
/// made which generations: contexts that follow others then learn of exactly these commits.
struct CombinedState: Sendable {
    private(set) var state: CommittedState
    /// The stores, and their generations in the state.
    private var places: [(member: AttachedStore, generation: Int)]
    /// Ascending by generation, without gaps.
    private var steps: [Step]

    /// Some generations, up to one.
    private struct Step {
        var generation: Int
        var count: Int
        /// The place of the store that made them; nil if stores were added or removed.
        var place: Int?
        /// The store's generation at the end.
        var memberGeneration = 0
    }

    /// The commits of one store.
    struct Commits {
        let member: AttachedStore
        /// The store's generation before them.
        var before: Int
        /// The store's generation after them.
        var last: Int
    }

    private static let maximumStepCount = 512

    /// The state of an only store, whose generations are those of the state.
    init(of member: AttachedStore) {
        state = member.state
        places = [(member, state.generation)]
        steps = [
            Step(
                generation: state.generation, count: state.generation, place: 0, memberGeneration: state.generation)
        ]
    }

    /// The state of stores, following the state of others, some of which may be the same.
    ///
    /// - Parameters:
    ///   - layout: The layout of all stores.
    ///   - previous: The state that contexts saw before; nil if there was none.
    ///   - forgettingCommits: Whether the commits before are forgotten.
    init(
        of members: [AttachedStore], in layout: GraphLayout, following previous: CombinedState?,
        forgettingCommits: Bool
    ) {
        var empty = GraphSnapshot(layout: layout)
        let states = members.map(\.state)
        empty.generation = previous.map { $0.state.generation + 1 } ?? states.reduce(0) { $0 + $1.generation }
        state = CommittedState(empty)
        places = zip(members, states).map { member, state in
            (member, previous?.places.first { $0.member === member }?.generation ?? state.generation)
        }
        steps = []
        if let previous, !forgettingCommits {
            steps = previous.steps.map { step in
                var step = step
                step.place = step.place.flatMap { place in
                    members.firstIndex { $0 === previous.places[place].member }
                }
                return step
            }
        }
        // A state like any other, without changes of objects.
        append(Step(generation: empty.generation, count: 1))
        for (place, latest) in states.enumerated() { takeTables(of: place, from: latest) }
        take(states)
    }

    /// Moves on to the latest states of the stores.
    mutating func take(_ states: [CommittedState]) {
        for (place, latest) in states.enumerated() {
            let count = latest.generation - places[place].generation
            // Of two readers, the later one decides.
            guard count > 0 else { continue }
            takeTables(of: place, from: latest)
            state.generation += count
            places[place].generation = latest.generation
            append(
                Step(
                    generation: state.generation, count: count, place: place, memberGeneration: latest.generation))
        }
    }

    private mutating func takeTables(of place: Int, from latest: CommittedState) {
        let (tables, layout) = (places[place].member.tables, state.layout)
        state.takeTables(tables.ordinals.filter { tables.has(layout.entities[$0]) }, from: latest)
    }

    private mutating func append(_ step: Step) {
        if steps.count >= Self.maximumStepCount { steps.removeFirst(Self.maximumStepCount / 2) }
        steps.append(step)
    }

    /// Returns the commits between two generations, by their stores; nil if some of them are too old.
    func commits(after generation: Int, upTo latest: Int) -> [Commits]? {
        var commits: [Int: Commits] = [:]
        var count = 0
        for step in steps {
            let first = max(step.generation - step.count, generation)
            let last = min(step.generation, latest)
            guard first < last else { continue }
            count += last - first
            guard let place = step.place else { continue }
            let offset = step.memberGeneration - step.generation
            commits[
                place, default: Commits(member: places[place].member, before: first + offset, last: last + offset)
            ].last = last + offset
        }
        return count >= latest - generation ? Array(commits.values) : nil
    }
}
