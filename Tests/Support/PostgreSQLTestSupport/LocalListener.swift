import Foundation

/// A socket in a temporary folder of its own, where PostgreSQL's programs look for a server. Both go away with it.
final class LocalListener: Sendable {
    let folder: String
    private let handle: Int32

    init(_ name: String) throws {
        folder = try LocalSocket.createFolder(name)
        handle = try LocalSocket.listen(in: folder)
    }

    deinit {
        shutdown(handle, Int32(SHUT_RDWR))
        close(handle)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Hands out each connection that comes, on a thread of its own.
    ///
    /// - Parameter take: Whether somebody takes the connection, and closes it later; false ends the waiting.
    func accept(_ take: @escaping @Sendable (Int32) -> Bool) {
        let accepting = Thread { [handle] in
            while true {
                let connection = Foundation.accept(handle, nil, nil)
                guard connection >= 0 else { return }
                guard take(connection) else {
                    close(connection)
                    return
                }
            }
        }
        accepting.start()
    }
}
