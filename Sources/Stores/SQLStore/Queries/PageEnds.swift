package import StoreProtocol
import Synchronization

/// Where the last pages of a view end, so that the database finds the next page by its place in the order, rather than
/// by counting all objects before it.
///
/// A view must show one state of the database, or a page would depend on the one before it.
package final class PageEnds: Sendable {
    private struct Page {
        var query: SQLFragment
        var end: Int
        var number: Int64
    }

    /// As many as people may page through at the same time, who share a view until the next commit.
    private static let maximumCount = 64

    /// Longer ones, such as with long lists of values, are not kept until the next commit.
    private static let maximumQueryLength = 10_000

    /// The most recent one is the last.
    private let pages = Mutex<[Page]>([])

    package init() {}

    /// Returns the number of the object before a position in the result of a query; nil if it is not known.
    ///
    /// - Parameter query: The statement without its range.
    package func number(before offset: Int, of query: SQLFragment) -> Int64? {
        pages.withLock { $0.last { $0.end == offset && $0.query == query }?.number }
    }

    /// Notes which object is the last of a page.
    ///
    /// - Parameters:
    ///   - end: The position after it.
    ///   - query: The statement without its range.
    package func note(number: Int64, before end: Int, of query: SQLFragment) {
        guard query.length <= Self.maximumQueryLength else { return }
        pages.withLock { pages in
            pages.removeAll { $0.end == end && $0.query == query }
            if pages.count == Self.maximumCount { pages.removeFirst() }
            pages.append(Page(query: query, end: end, number: number))
        }
    }
}

/// A page of the objects of a query. It begins behind the last object of the page before if a view has found that one.
package struct QueryPage {
    private let ends: PageEnds
    private let translated: SQLQuery
    private let unlimited: SQLFragment
    private let offset: Int
    private let limit: Int

    /// The maximum number of objects of a page whose end is noted.
    private static let maximumCount = 10_000

    /// Returns nil for a query of all objects, or of too many, and for one whose parts remain.
    ///
    /// - Parameter ends: What the view knows of pages; nil for a view that does not show one state.
    package init?(_ query: StoreQuery, _ translated: SQLQuery, _ ends: PageEnds?) {
        // A single object is one that was looked for, rather than a page.
        guard let ends, query.limit > 1, query.limit <= Self.maximumCount, translated.remainingParts.isEmpty else {
            return nil
        }
        self.ends = ends
        self.translated = translated
        unlimited = translated.unlimited
        (offset, limit) = (query.offset, query.limit)
    }

    /// Returns the query for the page behind the one before it; nil if that one is not known.
    package func continued(in dialect: some SQLDialect) -> SQLQuery? {
        guard offset > 0, let number = ends.number(before: offset, of: unlimited) else { return nil }
        return translated.after(number, limit: limit, in: dialect)
    }

    /// Notes the end of the page, if it is full.
    ///
    /// - Parameters:
    ///   - count: The number of its objects.
    ///   - number: The number of the last one; nil if there is none.
    package func noteEnd(after count: Int, last number: Int64?) {
        let (end, isTooFar) = offset.addingReportingOverflow(limit)
        guard count == limit, !isTooFar, let number else { return }
        ends.note(number: number, before: end, of: unlimited)
    }
}
