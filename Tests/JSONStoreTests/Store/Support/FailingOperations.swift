import Foundation
import JSONStore
import Synchronization

/// The operations of a save, of which one fails, after having been done in part where that is possible.
final class FailingOperations: Sendable {
    private struct State {
        var countdown: Int?
        var performed: [String] = []
    }

    private let state = Mutex(State())

    /// The names of the operations that were asked for, the failed one too.
    var performed: [String] { state.withLock { $0.performed } }

    /// Lets the operation after `count` others fail; nil for none.
    func fail(after count: Int?) {
        state.withLock { $0 = State(countdown: count) }
    }

    var operations: FileOperations {
        let system = FileOperations.system
        var operations = system
        operations.create = { path in
            try self.perform("create")
            return try system.create(path)
        }
        operations.write = { descriptor, bytes in
            do {
                try self.perform("write")
            } catch {
                try system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
                throw error
            }
            try system.write(descriptor, bytes)
        }
        operations.synchronize = { descriptor in
            try self.perform("synchronize")
            try system.synchronize(descriptor)
        }
        operations.close = { descriptor in
            try system.close(descriptor)
            try self.perform("close")
        }
        operations.rename = { source, target in
            try self.perform("rename")
            try system.rename(source, target)
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
            if countdown == 0 { throw SystemError(call: name, number: ENOSPC) }
        }
    }
}
