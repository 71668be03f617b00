/// The objects of a keyed archive, by number, and what looking at them may still cost.
///
/// Objects refer to one another as they like, in circles too, and one may be a member of many. Who walks through them
/// pays for each step, and an archive grants so many steps for each reference in it: what would take longer than any
/// model does is given up.
///
/// Source: the form that `NSKeyedArchiver` writes, as public archives have it.
final class KeyedArchive {
    /// What a small archive is granted. Reading a model takes about ten steps for each reference.
    private static let leastStepCount = 100_000
    private static let stepsPerReference = 40

    private let nodes: [PropertyListNode]
    private let objects: [Int]
    private var remainingStepCount: Int
    private(set) var root = 0

    /// Whether looking at the objects has cost more than it may. What was read since is not complete.
    var isExhausted: Bool { remainingStepCount < 0 }

    /// Reads an archive; its objects are looked at when they are asked for.
    init(_ bytes: [UInt8]) throws(CompiledModelError) {
        let list = try BinaryPropertyList(bytes)
        nodes = list.nodes
        remainingStepCount = Self.leastStepCount + list.referenceCount * Self.stepsPerReference
        guard case .dictionary(let keys, let values) = list.nodes[list.root] else { throw Self.noArchive }
        var members: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            if case .string(let name) = list.nodes[key] { members[name] = value }
        }
        guard let archiver = members["$archiver"], case .string("NSKeyedArchiver") = list.nodes[archiver],
            let all = members["$objects"], case .array(let objects) = list.nodes[all],
            let top = members["$top"], case .dictionary(let topKeys, let topValues) = list.nodes[top]
        else { throw Self.noArchive }
        self.objects = objects
        for (key, value) in zip(topKeys, topValues) {
            guard case .string("root") = list.nodes[key], case .reference(let index) = list.nodes[value],
                objects.indices.contains(index)
            else { continue }
            root = objects[index]
        }
    }

    /// The object that the archive was made of.
    var rootValue: ArchivedValue { ArchivedValue(node: root, in: self) }

    /// The node with a number.
    subscript(number: Int) -> PropertyListNode { nodes[number] }

    /// Pays for steps; false when there are none left.
    func spend(_ count: Int) -> Bool {
        guard remainingStepCount >= 0 else { return false }
        remainingStepCount -= count
        return remainingStepCount >= 0
    }

    /// The value that a member of a container stands for; nil for none.
    func value(of member: Int) -> ArchivedValue? {
        guard case .reference(let index) = nodes[member] else { return ArchivedValue(node: member, in: self) }
        // Object 0 is what no value is written as.
        guard index > 0, objects.indices.contains(index) else { return nil }
        return ArchivedValue(node: objects[index], in: self)
    }

    private static let noArchive = CompiledModelError(
        .notAnArchive, "the property list is not a keyed archive", at: "the root")
}
