import Foundation

/// What clients ask for.
enum Work: String, CaseIterable {
    case health, hero, list, add

    /// The universe that is listed. No hero is added to it.
    private static let listedUniverse = 1
    private static let addedUniverse = 2
    private static let requestCount = 4_096

    var name: String {
        switch self {
        case .health: "an answer without a database"
        case .hero: "read by key"
        case .list: "\(StoredHeroes.listCount) of a condition, sorted, indexed"
        case .add: "one insertion"
        }
    }

    var status: Int { self == .add ? 201 : 200 }

    /// The least share of the peer's requests.
    var bar: Double? { self == .health ? nil : 0.8 }

    /// Requests that are sent in turn.
    var requests: [[UInt8]] {
        switch self {
        case .health: [Client.get("/health")]
        case .hero:
            (0..<Self.requestCount).map { number in
                // Scattered over the table.
                let hero = StoredHeroes.hero(number * 7_919 % StoredHeroes.count)
                return Client.get("/heroes/\(hero.identifier.uuidString)")
            }
        case .list: [Client.get("/heroes?universe=\(Self.listedUniverse)")]
        case .add:
            (0..<Self.requestCount).map { number in
                Client.post("/heroes", #"{"name": "New hero \#(number)", "universe": \#(Self.addedUniverse)}"#)
            }
        }
    }

    /// Compares what two servers answer to a request.
    ///
    /// - Throws: ``PeerError`` if they don't do the same.
    func compare(_ own: Client, _ peer: Client) throws {
        guard let request = requests.first else { return }
        let answers = try [own, peer].map { try $0.answer(to: request) }
        guard answers.allSatisfy({ $0.status == status }) else { throw PeerError("\(self): \(answers.map(\.status))") }
        if self == .add {
            for (client, answer) in zip([own, peer], answers) { try checkAdded(answer.body, client) }
        }
        let texts = try answers.map { self == .health ? $0.body : try sorted($0.body) }
        guard texts[0] == texts[1], !texts[0].isEmpty else {
            throw PeerError("\(self): \(texts.map { String(decoding: $0, as: UTF8.self) })")
        }
        guard answers[0].body.count == answers[1].body.count else { throw PeerError("\(self) differs in length") }
    }

    /// Checks that a hero that was added can be read.
    private func checkAdded(_ body: Data, _ client: Client) throws {
        let hero = try JSONDecoder().decode(HeroAnswer.self, from: body)
        let read = try client.answer(to: Client.get("/heroes/\(hero.identifier.uuidString)"))
        guard read.status == 200, try JSONDecoder().decode(HeroAnswer.self, from: read.body).name == hero.name else {
            throw PeerError("what was added can't be read")
        }
    }

    /// JSON with its keys in order, which is random in each process, and without identifiers of new heroes, which are
    /// random too.
    private func sorted(_ body: Data) throws -> Data {
        var value = try JSONSerialization.jsonObject(with: body)
        if self == .add, var fields = value as? [String: Any] {
            fields["identifier"] = nil
            value = fields
        }
        return try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    }
}
