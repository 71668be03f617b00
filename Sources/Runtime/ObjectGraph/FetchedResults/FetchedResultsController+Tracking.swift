import Foundation
import ModelExpressions

extension FetchedResultsController {
    /// The objects that a request can find, whatever its predicate.
    struct Reach {
        let entityNames: Set<String>
        /// nil for all.
        private let storeIdentifiers: Set<UUID>?

        init(_ request: FetchRequest<Object>, _ entity: EntityDescription) {
            entityNames = Set(request.includesSubentities ? entity.concreteFamilyNames : [entity.name])
            storeIdentifiers = request.affectedStores.map { Set($0.map(\.identifier)) }
        }

        func contains(_ object: ManagedObject) -> Bool {
            guard entityNames.contains(object.entity.name) else { return false }
            guard let storeIdentifiers, let context = object.context else { return true }
            guard let table = context.table(of: object) else { return false }
            return context.layout.spaces[table].storeIdentifier.map(storeIdentifiers.contains) ?? false
        }
    }

    /// A result with what is necessary to follow it.
    struct Tracking {
        struct Section {
            var name: String
            /// The index of the first of its rows that are shown.
            var start: Int
            /// The number of its rows that are shown.
            var count: Int
        }

        private let fetch: ResolvedFetch<Object>
        private let order: RowOrder
        private let sectionKey: SectionKey?
        /// The objects that can be in the result.
        let reach: Reach
        private var result: LiveResult<Object, RowOrder.Key>
        /// The number of rows that are skipped at the beginning, and the number of rows after them that are shown.
        private let window: (offset: Int, limit: Int)
        /// Whether objects may have received other IDs without a notification, because the result had no observer.
        var mayHaveMissedIDs = false

        /// - Throws: ``FetchError`` and ``QueryError``.
        init(
            _ request: FetchRequest<Object>, sectionNameKeyPath: String?, cacheName: String?,
            in context: ManagedObjectContext
        ) throws {
            fetch = try ResolvedFetch(request.whole, in: context)
            window = (max(request.fetchOffset, 0), max(request.fetchLimit, 0))
            order = RowOrder(keys: fetch.sortKeys)
            let entity = fetch.entity
            sectionKey = try sectionNameKeyPath.map { key in
                guard let path = ModelKeyPath(text: key) else {
                    throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
                }
                return SectionKey(path, of: entity, in: context.managedObjectModel)
            }
            reach = Reach(request, entity)
            context.moveOn()
            let objects = try context.objects(of: fetch)
            let cached = cacheName.flatMap { name in
                CachedSections.Key(objects, sectionNameKeyPath, of: entity).map { (name: name, key: $0) }
            }
            let names = cached.flatMap { SectionCache.shared[$0.name]?.rowNames(for: $0.key) }
            result = try Self.result(of: objects, order, sectionKey, names, in: context)
            if let cached, names == nil {
                SectionCache.shared[cached.name] = CachedSections(
                    key: cached.key, names: result.sections.names, counts: result.sections.counts)
            }
        }

        /// - Parameter sections: The names of the sections of all rows in order, if they are known; nil to read them.
        private static func result(
            of objects: [Object], _ order: RowOrder, _ sectionKey: SectionKey?, _ sections: [String]? = nil,
            in context: ManagedObjectContext
        ) throws -> LiveResult<Object, RowOrder.Key> {
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            var entries: [LiveResult<Object, RowOrder.Key>.Entry] = try objects.enumerated().map { index, object in
                .init(
                    item: object, key: try order.key(of: object, at: index, evaluator),
                    section: try sections?[index] ?? sectionKey?.name(of: object, evaluator) ?? "")
            }
            // An object may have been read before others saved it. Its values here determine its position.
            let isSorted = zip(entries, entries.dropFirst()).allSatisfy { order.precedes($0.key, $1.key) }
            if !isSorted { entries.sort { order.precedes($0.key, $1.key) } }
            do {
                return try LiveResult(sorted: entries, isDivided: sectionKey != nil, by: { order.precedes($0, $1) })
            } catch {
                throw FetchError(
                    code: .sectionOrderMismatch,
                    description: """
                        the objects of a section are not next to each other; sort by \
                        '\(sectionKey?.path.description ?? "")', or by an equivalent key, first
                        """)
            }
        }

        // MARK: Reading

        private var isWindowed: Bool { window.offset > 0 || window.limit > 0 }

        /// The shown rows, counted over all sections.
        private var shownRange: Range<Int> {
            let lower = min(window.offset, result.count)
            let rest = result.count - lower
            return lower..<lower + (window.limit > 0 ? min(window.limit, rest) : rest)
        }

        /// The shown sections: within the limit and the offset (rule FRC-40).
        var shown: [Section] {
            let (sections, range) = (result.sections, shownRange)
            let clipped = sections.names.indices.map { index in
                let own = (sections.starts[index]..<sections.starts[index + 1]).clamped(to: range)
                return Section(name: sections.names[index], start: own.lowerBound, count: own.count)
            }
            return isWindowed && result.isDivided ? clipped.filter { $0.count > 0 } : clipped
        }

        /// The names and objects of the sections.
        var sections: [(name: String, objects: [Object])] { shown.map { ($0.name, reader(of: $0)()) } }

        /// Returns a closure that reads the objects of a section as it is now.
        func reader(of section: Section) -> () -> [Object] {
            // Only the rows, which are cheap to copy.
            let rows = result.rows
            return { rows.elements(in: section.start..<section.start + section.count).map(\.item) }
        }

        /// Returns the object at a position; nil if there is none.
        func object(_ section: Int, _ item: Int) -> Object? {
            guard isWindowed else {
                let counts = result.sections.counts
                guard counts.indices.contains(section), item >= 0, item < counts[section] else { return nil }
                return result[.init(section: section, item: item)]
            }
            let shown = shown
            guard shown.indices.contains(section), item >= 0, item < shown[section].count else { return nil }
            return reader(of: shown[section])()[item]
        }

        /// Returns the position of an object; nil if it is not shown.
        func path(of object: Object) -> ResultChanges<Object>.Path? {
            guard let path = result.path(of: object) else { return nil }
            guard isWindowed else { return path }
            let index = result.sections.starts[path.section] + path.item
            return shown.enumerated().first { $1.start <= index && index < $1.start + $1.count }.map {
                .init(section: $0, item: index - $1.start)
            }
        }

        // MARK: Following

        /// What is necessary to return to the result before changes.
        enum Past {
            case changed(LiveResult<Object, RowOrder.Key>.Past)
            case replaced(LiveResult<Object, RowOrder.Key>)
        }

        /// What a change has done.
        struct Outcome {
            var changes: ResultChanges<Object>
            var past: Past
            /// Whether an object that was shown has another ID.
            var showsOtherIDs: Bool
            /// The rows of such objects, if they are asked for.
            var renamedRows: [RenamedRow]
        }

        /// A row that was shown, and whose object has another ID since.
        struct RenamedRow {
            let object: Object
            let earlierID: ObjectID
            /// The index in its section before the change.
            let from: Int
            /// The index after the change; nil if the row is no longer shown.
            var to: Int?
        }

        /// Exchanges the results before and after changes.
        mutating func swap(with past: inout Past) {
            switch past {
            case .changed(var own):
                result.swap(with: &own)
                past = .changed(own)
            case .replaced(let other):
                past = .replaced(result)
                result = other
            }
        }

        /// Applies changes of objects, and returns what that changed in the shown result.
        ///
        /// - Parameter listsRenamed: Whether to list the rows of renamed objects.
        /// - Throws: ``LiveResult/SectionOrderError``, or the error of the predicate. In this case, nothing has
        ///   changed.
        mutating func follow(
            _ objects: Set<ManagedObject>, removing removed: Set<ManagedObject>, renamed: [Object],
            listsRenamed: Bool, in context: ManagedObjectContext
        ) throws -> Outcome {
            guard order.keys != nil else {
                return try fetchAnew(
                    changed: objects, renamed: renamed, listsRenamed: listsRenamed, in: context)
            }
            // A refreshed object may be one that others have deleted. A store that is queried tells when it is read.
            try context.loadValues(of: objects.filter { $0.context === context })
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            var changes: [Object: LiveResult<Object, RowOrder.Key>.Change] = [:]
            for object in renamed {
                guard let entry = result.entries[object] else { continue }
                changes[object] = .present(
                    try order.key(entry.key, ofRenamed: object, evaluator), section: entry.section)
            }
            for case let object as Object in objects {
                if try matches(object, evaluator, in: context) {
                    changes[object] = .present(
                        try order.key(of: object, evaluator),
                        section: try sectionKey?.name(of: object, evaluator) ?? "")
                } else {
                    changes[object] = .absent
                }
            }
            for case let object as Object in removed { changes[object] = .absent }
            let before = isWindowed ? sections : []
            let showsOtherIDs = renamed.contains { path(of: $0) != nil }
            let renamedRows = listsRenamed ? rows(ofRenamed: renamed, in: context) : []
            let reordered = Set(changes.keys.filter { hasNewValues($0, in: changes) })
            var outcome = try result.applying(changes)
            if isWindowed {
                let touched = Set(outcome.changes.touchedItems)
                outcome.changes = ResultChanges(from: before, to: sections, changed: touched)
            }
            outcome.changes.reorderedItems = reordered
            if !renamed.isEmpty {
                // A new ID alone is not an update of the object (rule FRC-43).
                let unchanged = Set(renamed).subtracting(objects.lazy.compactMap { $0 as? Object })
                outcome.changes.rows.removeAll { row in
                    if case .update(let object, _, _) = row { unchanged.contains(object) } else { false }
                }
            }
            return Outcome(
                changes: outcome.changes, past: .changed(outcome.past), showsOtherIDs: showsOtherIDs,
                renamedRows: withPresentPlaces(renamedRows))
        }

        /// Returns the shown rows of objects that have other IDs than when they were placed, before a change.
        private func rows(ofRenamed objects: [Object], in context: ManagedObjectContext) -> [RenamedRow] {
            objects.compactMap { object in
                guard let key = result.entries[object]?.key, let place = path(of: object) else { return nil }
                let earlierID = context.objectID(for: order.reference(in: key))
                return RenamedRow(object: object, earlierID: earlierID, from: place.item, to: nil)
            }
        }

        /// Adds to rows where they are after a change.
        private func withPresentPlaces(_ rows: [RenamedRow]) -> [RenamedRow] {
            rows.map { row in
                var row = row
                row.to = path(of: row.object)?.item
                return row
            }
        }

        /// Returns the objects of the result that have other IDs than when they were placed. They keep their positions
        /// (rule FRC-43), unless others with equal sort values were saved in between.
        ///
        /// - Parameter renamed: The objects that have received other IDs.
        mutating func takeOutdated(among renamed: [ManagedObject]) -> [Object] {
            func isOutdated(_ entry: LiveResult<Object, RowOrder.Key>.Entry) -> Bool {
                order.isOutdated(entry.key, of: entry.item)
            }
            if mayHaveMissedIDs {
                mayHaveMissedIDs = false
                return result.entries.values.filter(isOutdated).map(\.item)
            }
            if renamed.isEmpty { return [] }
            var outdated: Set<Object> = []
            for case let object as Object in renamed {
                if let entry = result.entries[object], isOutdated(entry) { outdated.insert(object) }
            }
            return Array(outdated)
        }

        /// Whether the sort values of an object have changed.
        private func hasNewValues(
            _ object: Object, in changes: [Object: LiveResult<Object, RowOrder.Key>.Change]
        ) -> Bool {
            guard case .present(let key, _)? = changes[object], let old = result.entries[object]?.key else {
                return false
            }
            return !order.hasSameValues(old, key)
        }

        /// Fetches again: only Foundation can compare these objects, or others may have inserted unknown ones.
        mutating func fetchAnew(
            changed objects: Set<ManagedObject>, renamed: [Object], listsRenamed: Bool,
            in context: ManagedObjectContext
        ) throws -> Outcome {
            let before = sections
            let showsOtherIDs = renamed.contains { path(of: $0) != nil }
            let renamedRows = listsRenamed ? rows(ofRenamed: renamed, in: context) : []
            let past = Past.replaced(result)
            result = try Self.result(of: context.objects(of: fetch), order, sectionKey, in: context)
            let changed = Set(objects.compactMap { $0 as? Object })
            return Outcome(
                changes: ResultChanges(from: before, to: sections, changed: changed), past: past,
                showsOtherIDs: showsOtherIDs, renamedRows: withPresentPlaces(renamedRows))
        }

        private func matches(
            _ object: Object, _ evaluator: PredicateEvaluator<ManagedObjectSource>, in context: ManagedObjectContext
        ) throws -> Bool {
            guard object.managedObjectContext != nil, !object.isDeleted, context.isLiving(object.reference) else {
                return false
            }
            if let predicate = fetch.predicate {
                guard try evaluator.evaluate(predicate, on: .object(object)) else { return false }
            }
            return try fetch.foundationPredicate?.evaluate(object) ?? true
        }
    }
}

/// The path to the values that divide a result into sections, which are named by them.
private struct SectionKey {
    let path: ModelKeyPath
    /// Whether the values are those of a Float attribute, which queries read as Double.
    private let isFloat: Bool

    init(_ path: ModelKeyPath, of entity: EntityDescription, in model: ManagedObjectModel) {
        self.path = path
        isFloat = FetchedAttribute(at: path, of: entity, in: model)?.attribute.type == .float
    }

    /// Returns the name of an object's section; empty for nil (rule FRC-26).
    func name(of object: ManagedObject, _ evaluator: PredicateEvaluator<ManagedObjectSource>) throws -> String {
        let value = try evaluator.value(of: path, from: .object(object))
        if case .real(let number) = value {
            let text = isFloat ? Float(number).description : number.description
            // The text of a number of Core Data's has no fraction that is zero.
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        if case .string(let text) = try evaluator.cast(value, to: "NSString") { return text }
        return ""
    }
}
