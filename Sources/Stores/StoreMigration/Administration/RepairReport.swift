public import Foundation
public import ObjectGraph

/// The result of repairing a store.
///
/// ```swift
/// let report = try store.repair(model: .library)
/// for finding in report.findings { print(finding) }
/// if report.unrepairedCount > 0 { print(report.unrepairedCount, "problems remain; restore a backup") }
/// print("The original files are", report.copies.map(\.lastPathComponent))
/// ```
public struct RepairReport: Sendable {
    /// All repaired problems: the rejected parts, then the decisions on links, the changed values, the wrong derived
    /// values, and the removed files. Empty if nothing was repaired.
    public var findings: [StoreFinding] {
        rejectedParts + linkDecisions + changedValues + derivedValues + removedFiles
    }
    /// The rejected parts, in the order of the files.
    public var rejectedParts: [StoreFinding] = []
    /// The decision on each link on which the two sides of a relationship disagreed, or that pointed to no object,
    /// in the order of the objects with the links. A repair never removes an object because of a link.
    public var linkDecisions: [StoreFinding] = []
    /// The files of large values that somebody has changed since the store wrote them. The store keeps what they
    /// contain now.
    public var changedValues: [StoreFinding] = []
    /// The derived attributes with other values than their expressions, which were computed again.
    public var derivedValues: [StoreFinding] = []
    /// The files of large values to which no object referred, which were removed.
    public var removedFiles: [StoreFinding] = []
    /// The number of problems that remain, because the store has no repair for them.
    public var unrepairedCount = 0
    /// The file with the rejected parts; nil if there are none.
    public var rejectedFile: URL?
    /// The copies of the original files, the store's file first.
    public var copies: [URL] = []
    /// The number of objects in the repaired store; nil if they were not counted.
    public var objectCount: Int?

    /// Creates a report of a store without problems.
    public init() {}
}
