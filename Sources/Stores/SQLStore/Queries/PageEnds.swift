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
