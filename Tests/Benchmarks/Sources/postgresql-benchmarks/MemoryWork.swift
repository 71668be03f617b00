import BenchmarkModels
import Foundation
import ObjectGraph
import PostgreSQLStore

typealias MemoryWork = MeasuredWork<MemoryWorkKind>

enum MemoryWorkKind: String {
    /// Saves and reads a large value, with the store and with libpq.
    case empty, save, read, peerSave, peerRead
}

extension MemoryWork {
    /// The name of the variable of the environment with the connection string.
    static let connectionVariable = "MODELGEN_BENCHMARK_CONNECTION"
    private static let schemaName = "modelgen_benchmarks"
    static let peerTable = "\(schemaName).peer_blob"

    private static var connection: String { ProcessInfo.processInfo.environment[connectionVariable] ?? "" }

    static func container() throws -> PersistentContainer {
        let options = PostgreSQLStoreOptions(schemaName: schemaName)
        return try PersistentContainer(
            model: Blobs.model, store: .postgreSQL(connectionString: connection, options: options))
    }

    /// Does the work, and prints what it took.
    func perform() throws {
        try perform { kind in
            switch kind {
            case .empty:
                return nil
            case .save:
                let container = try Self.container()
                try Blobs.write(in: container)
                return container
            case .read:
                return try Blobs.read(in: Self.container())
            case .peerSave:
                let peer = try PeerConnection(Self.connection)
                let data = Data(repeating: 7, count: Blobs.byteCount)
                try peer.insert(data, "INSERT INTO \(Self.peerTable) VALUES ($1)")
                // The store's context keeps the value as well.
                return (peer, data)
            case .peerRead:
                let peer = try PeerConnection(Self.connection)
                return (peer, try peer.data("SELECT data FROM \(Self.peerTable)"))
            }
        }
    }
}

extension PostgreSQLBenchmarks {
    /// Measures the memory of a large value.
    func measureLargeValue() throws {
        setenv(MemoryWork.connectionVariable, connection, 1)
        let peer = try PeerConnection(connection)
        try peer.run("DROP SCHEMA IF EXISTS \(Self.schemaName) CASCADE")
        _ = try MemoryWork.container()
        try peer.run("CREATE TABLE \(MemoryWork.peerTable) (data bytea NOT NULL)")
        func peak(_ kind: MemoryWorkKind) throws -> Int {
            try MemoryWork(kind: kind, file: URL(filePath: "/")).run().peakBytes
        }
        let empty = try peak(.empty)
        for (name, kind, peerKind) in [
            ("save", MemoryWorkKind.save, MemoryWorkKind.peerSave), ("read", .read, .peerRead),
        ] {
            let theirs = try peak(peerKind) - empty
            let own = try peak(kind) - empty
            let bar = theirs + Blobs.byteCount / 2
            func megabytes(_ count: Int) -> String { String(format: "%.0f MB", Double(count) / 1e6) }
            print(
                "| P6 | memory of a value of 100 MB, \(name) | \(megabytes(own)) | libpq | \(megabytes(theirs)) | "
                    + "\(megabytes(own - theirs)) more | ≤ 50 MB more | \(own <= bar ? "ok" : "MISS") |")
        }
        try peer.run("DROP SCHEMA \(Self.schemaName) CASCADE")
    }
}
