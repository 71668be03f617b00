import Foundation

/// The order in which people name the versions of a model: `Shop`, `Shop 2`, `Shop 10`.
package enum VersionOrder {
    /// Items by the names of their versions.
    package static func sorted<Item>(_ items: [Item], by name: (Item) -> some StringProtocol) -> [Item] {
        items.sorted { left, right in
            name(left).compare(name(right), options: [.numeric, .caseInsensitive]) == .orderedAscending
        }
    }
}
