import CompiledModels
import Foundation

/// How the objects of a keyed archive contain one another.
///
/// A program's own transformers pass stored data to Foundation's unarchiver, which calls itself for each member of an
/// object, and so ends the program if objects contain one another in a circle, or are nested very deeply.
struct ArchiveNesting {
    /// The maximum number of objects that contain one another.
    ///
    /// Each level uses the stack of the thread: about a kilobyte in Foundation's unarchiver, and more in a debug build
    /// of ``ArchiveDecoder``. Secondary threads can have only 512 kilobytes.
    static let maximumDepth = 100

    private let archive: KeyedArchive

    /// Nil for data that is not a keyed archive.
    init?(of data: Data) {
        guard data.starts(with: Data("bplist00".utf8)), let archive = try? KeyedArchive(Array(data)) else { return nil }
        self.archive = archive
    }

    /// An object whose members are being followed.
    private struct OpenObject {
        var node: Int
        var remaining: [ArchivedValue]
        /// The number of levels below the object.
        var height = 0
    }

    /// Whether Foundation's unarchiver can read the objects.
    ///
    /// Each object is followed once, without recursion, so that this takes linear time.
    var isReadable: Bool {
        guard archive.hasRoot else { return true }
        var heights: [Int: Int] = [:]
        var openNodes: Set<Int> = [archive.rootValue.node]
        var open = [OpenObject(node: archive.rootValue.node, remaining: Self.members(of: archive.rootValue))]
        while let last = open.indices.last {
            guard let member = open[last].remaining.popLast() else {
                let done = open.removeLast()
                openNodes.remove(done.node)
                heights[done.node] = done.height
                guard let parent = open.indices.last else { break }
                open[parent].height = max(open[parent].height, done.height + 1)
                continue
            }
            if let height = heights[member.node] {
                open[last].height = max(open[last].height, height + 1)
            } else {
                guard openNodes.insert(member.node).inserted else { return false }
                open.append(OpenObject(node: member.node, remaining: Self.members(of: member)))
            }
            guard open.count + open[last].height <= Self.maximumDepth else { return false }
        }
        return !archive.isExhausted
    }

    /// The objects that an object contains; those of its lists count as its own.
    private static func members(of value: ArchivedValue) -> [ArchivedValue] {
        guard case .dictionary = value.content else { return value.elements ?? [] }
        return value.members.filter { $0.key != "$class" }.flatMap { member -> [ArchivedValue] in
            guard case .array = member.value.content else { return [member.value] }
            return member.value.elements ?? []
        }
    }
}
