import FileAccess
import Foundation
import JSONStore
import Synchronization

/// The operations of a save, of which one fails or all from one on, after having been done in part where that is
/// possible.
final class FailingOperations: Sendable {
    private struct State {
        var countdown: Int?
        var isLasting = false
        var performed: [String] = []
    }

    private let state = Mutex(State())

    /// The names of the operations that were asked for, the failed one too.
    var performed: [String] { state.withLock { $0.performed } }

    /// Lets the operation after `count` others fail; nil for none.
    ///
    /// - Parameter isLasting: Whether all others after it fail too, as on a full disk.
    func fail(after count: Int?, isLasting: Bool = false) {
        state.withLock { $0 = State(countdown: count, isLasting: isLasting) }
    }

    var operations: FileOperations {
        let system = FileOperations.system
        var operations = system
        operations.create = { path in
            try self.perform("create")
            return try system.create(path)
        }
        operations.open = { path in
            try self.perform("open")
            return try system.open(path)
        }
        operations.write = { descriptor, bytes, offset in
            do {
                try self.perform("write")
            } catch {
                try system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), offset)
                throw error
            }
            try system.write(descriptor, bytes, offset)
        }
        operations.synchronize = { descriptor in
            try self.perform("synchronize")
            try system.synchronize(descriptor)
        }
        operations.synchronizeData = { descriptor in
            try self.perform("synchronizeData")
            try system.synchronizeData(descriptor)
        }
        operations.truncate = { descriptor, sizeBytes in
            try self.perform("truncate")
            try system.truncate(descriptor, sizeBytes)
        }
        operations.close = { descriptor in
            try system.close(descriptor)
            try self.perform("close")
        }
        operations.rename = { source, target in
            try self.perform("rename")
            try system.rename(source, target)
        }
        operations.createFolder = { path in
            try self.perform("createFolder")
            try system.createFolder(path)
        }
        operations.synchronizeFolder = { path in
            try self.perform("synchronizeFolder")
            try system.synchronizeFolder(path)
        }
        return operations
    }

    private func perform(_ name: String) throws {
        try state.withLock { state in
            state.performed.append(name)
            guard let countdown = state.countdown else { return }
            state.countdown = countdown - 1
            if countdown == 0 || state.isLasting && countdown < 0 { throw SystemError(ENOSPC, call: name) }
        }
    }
}
