import Foundation
import Synchronization

/// A store's connection to what stands before a server, and the connection from there to the server.
final class ConnectionPair: Sendable {
    let store: Int32
    let server: Int32
    /// Whether what the server says is not passed on any more.
    let isDeaf = Atomic<Bool>(false)

    /// - Parameter store: The store's connection, which is closed where the server cannot be reached, too.
    init(store: Int32, serverPath: String) throws {
        do {
            server = try LocalSocket.connect(to: serverPath)
        } catch {
            close(store)
            throw error
        }
        self.store = store
    }

    deinit {
        close(store)
        close(server)
    }

    func cut() {
        shutdown(store, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }

    /// Passes on what both sides say, on threads of their own, until one has nothing more to say.
    ///
    /// - Parameters:
    ///   - ask: Passes on what the store sends, until the connection is to end.
    ///   - heard: How many of the bytes that the server says now reach the store. Fewer than all end the connection.
    ///   - end: Called when the store has no connection any more.
    func run(
        _ ask: @escaping @Sendable () -> Void, heard: @escaping @Sendable (Int) -> Int = { $0 },
        end: @escaping @Sendable () -> Void
    ) {
        let asking = Thread {
            ask()
            self.cut()
            end()
        }
        let answering = Thread {
            LocalSocket.pass(from: self.server) { bytes in
                guard !self.isDeaf.load(ordering: .sequentiallyConsistent) else { return false }
                let count = heard(bytes.count)
                return LocalSocket.write(bytes.prefix(count), to: self.store) && count == bytes.count
            }
            self.cut()
        }
        asking.start()
        answering.start()
    }
}
