import Foundation

/// The entity of both sides.
let peopleSchema = """
    model People
    entity Reader class Reader
     attribute age integer32 optional default 0
     attribute name string optional
     attribute rank double optional default 0
    """

/// The same work, done by one of two.
protocol Side {
    init() throws
    mutating func make(_ count: Int)
    func set()
    func read() -> Int
    func save() throws
    func fetch() throws -> Int
    mutating func forget()
}

/// What the names of Core Data cost over the runtime, on the same work in one run. The best of some rounds, in which
/// the sides take turns.
@main
struct CoreDataBenchmarks {
    private static let count = 100_000
    private static let rounds = 7
    private static let works = ["make", "set", "read", "save", "fetch"]

    static func main() throws {
        var best: [String: (graph: Double, coreData: Double)] = [:]
        for _ in 0..<rounds {
            let graph = try measure(GraphSide.self)
            let coreData = try measure(CoreDataSide.self)
            for work in works {
                let (mine, other) = (graph[work] ?? .infinity, coreData[work] ?? .infinity)
                let before = best[work] ?? (.infinity, .infinity)
                best[work] = (min(before.graph, mine), min(before.coreData, other))
            }
        }
        print("\(count) objects, milliseconds, best of \(rounds) rounds; the bar is 1.5 x, and 2 x for save")
        for work in works {
            guard let (graph, coreData) = best[work] else { continue }
            let ratio = (coreData / graph * 100).rounded() / 100
            print("\(work): ObjectGraph \(rounded(graph)), CoreData \(rounded(coreData)), \(ratio) x")
        }
    }

    private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 10).rounded() / 10 }

    private static func measure<Measured: Side>(_ side: Measured.Type) throws -> [String: Double] {
        var side = try Measured()
        var times: [String: Double] = [:]
        times["make"] = time { side.make(count) }
        times["set"] = time { side.set() }
        var sum = 0
        times["read"] = time { sum = side.read() }
        times["save"] = try time { try side.save() }
        side.forget()
        var found = 0
        times["fetch"] = try time { found = try side.fetch() }
        guard sum > 0, found == count * 9 / 10 else { throw WrongResultError() }
        return times
    }

    private struct WrongResultError: Error {}

    private static func time(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let duration = try clock.measure(work)
        return Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1e3
    }
}
