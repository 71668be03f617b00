import CoreData
import Foundation
import Testing

/// Comparisons of sort descriptors by the names of their methods, as ported code has them.
@Suite struct SelectorTests {
    @Test(
        "A selector chooses the comparison of a sort descriptor",
        arguments: [
            ("compare:", ["B", "a", "b10", "b9"]), ("caseInsensitiveCompare:", ["a", "B", "b10", "b9"]),
            ("localizedStandardCompare:", ["a", "B", "b9", "b10"]),
        ])
    func comparisons(_ name: String, _ order: [String]) {
        let descriptor = NSSortDescriptor(key: "name", ascending: true, selector: Selector((name)))
        let rows = ["b10", "a", "B", "b9"].map { ["name": $0] as NSDictionary }
        let sorted = rows.sorted { descriptor.compare($0, to: $1) == .orderedAscending }
        #expect(sorted.map { $0["name"] as? String } == order)
        #expect(descriptor.key == "name")
    }

    @Test("A selector is its name")
    func names() {
        #expect(NSStringFromSelector(NSSelectorFromString("compare:")) == "compare:")
        #expect(Selector(("compare:")) == "compare:")
    }
}
