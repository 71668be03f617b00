public import Foundation
import ObjectGraph

/// Identifiers of items in sections, in order: for a result, the IDs of its objects in sections by name.
///
/// On Apple's platforms, UIKit and AppKit have this class. Here, delegates of results controllers use it. There is no
/// `NSDiffableDataSourceSnapshot` to cast it to.
///
/// ```swift
/// final class HeroTable: NSObject, NSFetchedResultsControllerDelegate {
///     private(set) var rows: [NSManagedObjectID] = []
///
///     func controller(
///         _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
///         didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
///     ) {
///         rows = snapshot.itemIdentifiers.compactMap { $0 as? NSManagedObjectID }
///     }
/// }
/// ```
open class NSDiffableDataSourceSnapshotReference: NSObject, NSCopying {
    private struct Section {
        var identifier: AnyHashable
        var items: [AnyHashable] = []
    }

    private var sections: [Section] = []
    private var reloadedItems: [AnyHashable] = []
    private var reconfiguredItems: [AnyHashable] = []
    private var reloadedSections: [AnyHashable] = []

    /// Creates a snapshot without sections.
    public override init() {}

    // MARK: - Reading

    /// The number of items in all sections.
    open var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
    /// The number of sections.
    open var numberOfSections: Int { sections.count }
    /// The sections, in order.
    open var sectionIdentifiers: [Any] { sections.map(\.identifier.base) }
    /// The items, section by section.
    open var itemIdentifiers: [Any] { sections.flatMap { $0.items.map(\.base) } }
    /// The items to reload, in the order of the calls.
    open var reloadedItemIdentifiers: [Any] { reloadedItems.map(\.base) }
    /// The items to reconfigure, in the order of the calls.
    open var reconfiguredItemIdentifiers: [Any] { reconfiguredItems.map(\.base) }
    /// The sections to reload, in the order of the calls.
    open var reloadedSectionIdentifiers: [Any] { reloadedSections.map(\.base) }

    /// Returns the number of items in a section.
    ///
    /// - Precondition: The section exists.
    open func numberOfItems(inSection sectionIdentifier: Any) -> Int {
        sections[section(sectionIdentifier)].items.count
    }

    /// Returns the items of a section, in order.
    ///
    /// - Precondition: The section exists.
    open func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
        sections[section(sectionIdentifier)].items.map(\.base)
    }

    /// Returns the section with an item; nil if there is none.
    open func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
        place(of: Self.key(itemIdentifier)).map { sections[$0.section].identifier.base }
    }

    /// Returns the index of an item among those of all sections; `NSNotFound` if there is none.
    open func index(ofItemIdentifier itemIdentifier: Any) -> Int {
        guard let place = place(of: Self.key(itemIdentifier)) else { return NSNotFound }
        return sections[..<place.section].reduce(place.item) { $0 + $1.items.count }
    }

    /// Returns the index of a section; `NSNotFound` if there is none.
    open func index(ofSectionIdentifier sectionIdentifier: Any) -> Int {
        let key = Self.key(sectionIdentifier)
        return sections.firstIndex { $0.identifier == key } ?? NSNotFound
    }

    // MARK: - Items

    /// Adds items to the last section.
    ///
    /// - Precondition: There is a section, and no item exists in the snapshot.
    open func appendItems(withIdentifiers identifiers: [Any]) {
        require(
            !sections.isEmpty, "There are currently no sections in the data source. Please add a section first.")
        insert(identifiers, in: sections.count - 1, at: sections[sections.count - 1].items.count)
    }

    /// Adds items to a section.
    ///
    /// - Precondition: The section exists, and no item exists in the snapshot.
    open func appendItems(withIdentifiers identifiers: [Any], intoSectionWithIdentifier sectionIdentifier: Any) {
        let section = section(sectionIdentifier)
        insert(identifiers, in: section, at: sections[section].items.count)
    }

    /// Inserts items before another one.
    ///
    /// - Precondition: The other item exists in the snapshot, and none of the items does.
    open func insertItems(withIdentifiers identifiers: [Any], beforeItemWithIdentifier itemIdentifier: Any) {
        let place = item(itemIdentifier)
        insert(identifiers, in: place.section, at: place.item)
    }

    /// Inserts items after another one.
    ///
    /// - Precondition: The other item exists in the snapshot, and none of the items does.
    open func insertItems(withIdentifiers identifiers: [Any], afterItemWithIdentifier itemIdentifier: Any) {
        let place = item(itemIdentifier)
        insert(identifiers, in: place.section, at: place.item + 1)
    }

    /// Removes items, and ignores those that are not in the snapshot.
    open func deleteItems(withIdentifiers identifiers: [Any]) {
        let gone = Set(identifiers.map(Self.key))
        for index in sections.indices { sections[index].items.removeAll(where: gone.contains) }
    }

    /// Removes all items and all sections.
    open func deleteAllItems() { sections = [] }

    /// Moves an item before another one.
    ///
    /// - Precondition: Both exist in the snapshot.
    open func moveItem(withIdentifier fromIdentifier: Any, beforeItemWithIdentifier toIdentifier: Any) {
        move(fromIdentifier, to: toIdentifier, offset: 0)
    }

    /// Moves an item after another one.
    ///
    /// - Precondition: Both exist in the snapshot.
    open func moveItem(withIdentifier fromIdentifier: Any, afterItemWithIdentifier toIdentifier: Any) {
        move(fromIdentifier, to: toIdentifier, offset: 1)
    }

    /// Marks items to reload.
    open func reloadItems(withIdentifiers identifiers: [Any]) { Self.note(identifiers, in: &reloadedItems) }

    /// Marks items to reconfigure.
    open func reconfigureItems(withIdentifiers identifiers: [Any]) { Self.note(identifiers, in: &reconfiguredItems) }

    // MARK: - Sections

    /// Adds sections without items.
    ///
    /// - Precondition: None of them exists in the snapshot.
    open func appendSections(withIdentifiers sectionIdentifiers: [Any]) {
        insertSections(sectionIdentifiers, at: sections.count)
    }

    /// Inserts sections before another one.
    ///
    /// - Precondition: The other section exists in the snapshot, and none of the sections does.
    open func insertSections(withIdentifiers sectionIdentifiers: [Any], beforeSectionWithIdentifier toIdentifier: Any) {
        insertSections(sectionIdentifiers, at: section(toIdentifier))
    }

    /// Inserts sections after another one.
    ///
    /// - Precondition: The other section exists in the snapshot, and none of the sections does.
    open func insertSections(withIdentifiers sectionIdentifiers: [Any], afterSectionWithIdentifier toIdentifier: Any) {
        insertSections(sectionIdentifiers, at: section(toIdentifier) + 1)
    }

    /// Removes sections with their items, and ignores those that are not in the snapshot.
    open func deleteSections(withIdentifiers sectionIdentifiers: [Any]) {
        let gone = Set(sectionIdentifiers.map(Self.key))
        sections.removeAll { gone.contains($0.identifier) }
    }

    /// Moves a section before another one.
    ///
    /// - Precondition: Both exist in the snapshot.
    open func moveSection(withIdentifier fromSectionIdentifier: Any, beforeSectionWithIdentifier toIdentifier: Any) {
        let moved = sections.remove(at: section(fromSectionIdentifier))
        sections.insert(moved, at: section(toIdentifier))
    }

    /// Moves a section after another one.
    ///
    /// - Precondition: Both exist in the snapshot.
    open func moveSection(withIdentifier fromSectionIdentifier: Any, afterSectionWithIdentifier toIdentifier: Any) {
        let moved = sections.remove(at: section(fromSectionIdentifier))
        sections.insert(moved, at: section(toIdentifier) + 1)
    }

    /// Marks sections to reload.
    open func reloadSections(withIdentifiers sectionIdentifiers: [Any]) {
        Self.note(sectionIdentifiers, in: &reloadedSections)
    }

    /// Returns a copy of the snapshot.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSDiffableDataSourceSnapshotReference()
        copy.sections = sections
        copy.reloadedItems = reloadedItems
        copy.reconfiguredItems = reconfiguredItems
        copy.reloadedSections = reloadedSections
        return copy
    }

    // MARK: - Places

    private static func key(_ identifier: Any) -> AnyHashable {
        guard let key = identifier as? AnyHashable else {
            endProgram("expected a hashable identifier, got \(type(of: identifier))")
        }
        return key
    }

    /// Adds identifiers to a list that does not contain them.
    private static func note(_ identifiers: [Any], in list: inout [AnyHashable]) {
        for key in identifiers.map(key) where !list.contains(key) { list.append(key) }
    }

    private func section(_ identifier: Any) -> Int {
        let key = Self.key(identifier)
        guard let index = sections.firstIndex(where: { $0.identifier == key }) else {
            endProgram("Invalid section identifier for this operation: \(identifier)")
        }
        return index
    }

    private func place(of item: AnyHashable) -> (section: Int, item: Int)? {
        for (section, part) in sections.enumerated() {
            if let index = part.items.firstIndex(of: item) { return (section, index) }
        }
        return nil
    }

    private func item(_ identifier: Any) -> (section: Int, item: Int) {
        guard let place = place(of: Self.key(identifier)) else {
            endProgram("Invalid item identifier specified for this operation: \(identifier)")
        }
        return place
    }

    private func insert(_ identifiers: [Any], in section: Int, at index: Int) {
        let keys = identifiers.map(Self.key)
        let unique = Set(keys)
        let isNew = unique.count == keys.count && !sections.contains { !unique.isDisjoint(with: $0.items) }
        require(isNew, "Supplied item identifiers are not unique.")
        sections[section].items.insert(contentsOf: keys, at: index)
    }

    private func insertSections(_ identifiers: [Any], at index: Int) {
        let keys = identifiers.map(Self.key)
        let unique = Set(keys)
        let isNew = unique.count == keys.count && !sections.contains { unique.contains($0.identifier) }
        require(isNew, "Section identifier count does not match data source count: they are not unique.")
        sections.insert(contentsOf: keys.map { Section(identifier: $0) }, at: index)
    }

    private func move(_ identifier: Any, to other: Any, offset: Int) {
        let from = item(identifier)
        let moved = sections[from.section].items.remove(at: from.item)
        let to = item(other)
        sections[to.section].items.insert(moved, at: to.item + offset)
    }
}
