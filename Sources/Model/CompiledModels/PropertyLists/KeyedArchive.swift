/// The objects of a keyed archive by number, with a budget of steps for reading them.
///
/// Objects can refer to one another in any way, including cycles. Each step through them uses up the budget, which is
/// proportional to the number of references in the archive, so reading stops if it takes longer than for any model.
///
/// Source: public archives in the form that `NSKeyedArchiver` writes.
package final class KeyedArchive {
    /// The budget of a small archive. Reading a model takes about ten steps for each reference.
    private static let leastStepCount = 100_000
    private static let stepsPerReference = 40

    /// The maximum depth of composites in composites of an archived model, which could contain themselves.
    package static let maximumCompositeDepth = 8

    private let nodes: [PropertyListNode]
    private let objects: [Int]
    private var remainingStepCount: Int
    private(set) var root = 0
    /// Whether the archive has a root object, which is not nil.
    package private(set) var hasRoot = false

    /// Whether the budget is exhausted. Everything read since then is incomplete.
    package var isExhausted: Bool { remainingStepCount < 0 }

    /// Reads an archive, whose objects are read on demand.
    ///
    /// - Throws: The problem with its position, including bytes that are not a keyed archive.
    package init(_ bytes: [UInt8]) throws(CompiledModelError) {
        let list = try BinaryPropertyList(bytes)
        nodes = list.nodes
        remainingStepCount = Self.leastStepCount + list.referenceCount * Self.stepsPerReference
        guard let members = list.members(of: list.root),
            let archiver = members["$archiver"], case .string("NSKeyedArchiver") = list.nodes[archiver],
            let all = members["$objects"], case .array(let objects) = list.nodes[all],
            let top = members["$top"].flatMap(list.members)
        else { throw Self.noArchive }
        self.objects = objects
        if let value = top["root"], case .reference(let index) = list.nodes[value], objects.indices.contains(index) {
            root = objects[index]
            hasRoot = index > 0
        }
    }

    /// The root object of the archive.
    package var rootValue: ArchivedValue { ArchivedValue(node: root, archive: self) }

    subscript(number: Int) -> PropertyListNode { nodes[number] }

    /// Uses up steps; returns false if none are left.
    func spend(_ count: Int) -> Bool {
        guard remainingStepCount >= 0 else { return false }
        remainingStepCount -= count
        return remainingStepCount >= 0
    }

    /// The value of a container's member; nil for none.
    func value(of member: Int) -> ArchivedValue? {
        guard case .reference(let index) = nodes[member] else { return ArchivedValue(node: member, archive: self) }
        // Object 0 represents nil.
        guard index > 0, objects.indices.contains(index) else { return nil }
        return ArchivedValue(node: objects[index], archive: self)
    }

    private static let noArchive = CompiledModelError(
        .notAnArchive, "the property list is not a keyed archive", at: "the root")
}
