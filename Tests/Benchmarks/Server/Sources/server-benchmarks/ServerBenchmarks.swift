import Foundation

/// What one server has done for some work.
private struct Load {
    let server: ServerProcess
    private(set) var rates: [Double] = []
    private var requestCount = 0.0
    private var processorSeconds = 0.0

    init(server: ServerProcess) { self.server = server }

    mutating func measure(_ work: Work, _ requests: [[UInt8]], _ seconds: Double) throws {
        let before = try server.processorSeconds
        let rate = try server.client.rate(of: requests, status: work.status, seconds: seconds)
        processorSeconds += try server.processorSeconds - before
        requestCount += rate * seconds
        rates.append(rate)
    }

    /// The processor time for one request. Unlike the rates, it hardly depends on what else the machine does.
    var cost: String { String(format: "%.0f µs", processorSeconds / requestCount * 1e6) }
}

/// Prints a table of how many requests a Hummingbird server answers in a second with a store of this project, against
/// the same endpoints with GRDB and with libpq: in the same run, and with the same durability.
///
/// The argument is a connection string of a PostgreSQL server that may be written to: the schemas `own` and `peer` are
/// made and removed. Without it, only SQLite is measured. To look at one server, start it with `fill KIND DATABASE` and
/// `serve KIND DATABASE`, and measure it with `load PORT WORK SECONDS`.
@main
struct ServerBenchmarks {
    private static let roundCount = 7
    private static let warmUpSeconds = 1.5
    private static let seconds = 2.5

    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, let task = ServerTask(rawValue: arguments[1]) {
            guard let kind = Side.Kind(rawValue: arguments[2]) else { return endWithUsage() }
            return try await Side(kind: kind, database: arguments[3]).perform(task)
        }
        if arguments.count == 5, arguments[1] == "load" {
            guard let port = UInt16(arguments[2]), let work = Work(rawValue: arguments[3]),
                let seconds = Double(arguments[4])
            else { return endWithUsage() }
            print(try Client(port: port).rate(of: work.requests, status: work.status, seconds: seconds))
            return
        }
        guard arguments.count <= 2 else { return endWithUsage() }
        try measure(postgreSQL: arguments.dropFirst().first)
    }

    private static func endWithUsage() {
        let kinds = "own-sqlite|grdb|own-postgresql|libpq"
        print(
            """
            usage: server-benchmarks [CONNECTION]
                   server-benchmarks fill|serve \(kinds) DATABASE
                   server-benchmarks load PORT \(Work.allCases.map(\.rawValue).joined(separator: "|")) SECONDS
            """)
        exit(64)
    }

    private static func measure(postgreSQL connection: String?) throws {
        print("| # | work | requests/s | peer | its requests/s | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
        var costs = try measure(
            Side(kind: .ownSQLite, database: file("own.sqlite")), Side(kind: .grdb, database: file("peer.sqlite")),
            database: "SQLite", peer: "GRDB", firstNumber: 1)
        if let connection {
            try Side.clear(postgreSQL: connection)
            costs += try measure(
                Side(kind: .ownPostgreSQL, database: connection), Side(kind: .libpq, database: connection),
                database: "PostgreSQL", peer: "libpq", firstNumber: 4)
            try Side.clear(postgreSQL: connection)
        }
        let works = Work.allCases.map { "its processor time for \($0.name)" }.joined(separator: " | ")
        print("\n| server | memory at its peak | \(works) |")
        print("|---|---|\(Work.allCases.map { _ in "---|" }.joined())")
        for line in costs { print(line) }
    }

    /// Measures two servers in turns.
    ///
    /// - Returns: Lines about what each of them took.
    private static func measure(
        _ ownSide: Side, _ peerSide: Side, database: String, peer name: String, firstNumber: Int
    ) throws -> [String] {
        let own = try ServerProcess(ownSide)
        defer { own.stop() }
        let peer = try ServerProcess(peerSide)
        defer { peer.stop() }
        var number = firstNumber
        var costs: (own: [String], peer: [String]) = ([], [])
        for work in Work.allCases {
            try work.compare(own.client, peer.client)
            let requests = work.requests
            var sides = (own: Load(server: own), peer: Load(server: peer))
            for server in [own, peer] {
                _ = try server.client.rate(of: requests, status: work.status, seconds: warmUpSeconds)
            }
            for round in 0..<roundCount {
                // Each is as often the first as the other.
                if round.isMultiple(of: 2) { try sides.own.measure(work, requests, seconds) }
                try sides.peer.measure(work, requests, seconds)
                if !round.isMultiple(of: 2) { try sides.own.measure(work, requests, seconds) }
            }
            report(work, "\(database), \(work.name)", sides.own.rates, name, sides.peer.rates, number: number)
            costs.own.append(sides.own.cost)
            costs.peer.append(sides.peer.cost)
            if work.bar != nil { number += 1 }
        }
        return try [("own, \(database)", own, costs.own), (name, peer, costs.peer)].map { name, server, costs in
            let memory = String(format: "%.1f MB", Double(try server.peakBytes) / 1e6)
            return "| \(name) | \(memory) | \(costs.joined(separator: " | ")) |"
        }
    }

    private static func report(
        _ work: Work, _ description: String, _ own: [Double], _ name: String, _ peer: [Double], number: Int
    ) {
        func median(_ rates: [Double]) -> Double { rates.sorted()[rates.count / 2] }
        let ratio = median(own) / median(peer)
        let columns = [
            work.bar == nil ? "" : "H\(number)", description, String(format: "%.0f", median(own)), name,
            String(format: "%.0f", median(peer)), String(format: "%.3f ×", ratio),
            work.bar.map { String(format: "≥ %.2f ×", $0) } ?? "", work.bar.map { ratio >= $0 ? "ok" : "MISS" } ?? "",
        ]
        print("| \(columns.joined(separator: " | ")) |")
        // The ratios of rounds tell how far the medians can be trusted.
        let rounds = zip(own, peer).map { String(format: "%.2f", $0 / $1) }.joined(separator: " ")
        FileHandle.standardError.write(Data("\(description): ratios of rounds: \(rounds)\n".utf8))
    }
}
