import ModelDiagnostics
import Testing

@Suite struct NearestNameTests {
    @Test(
        arguments: [
            ("Teem", "Team"), ("Taem", "Team"), ("team", "Team"), ("Integer 33", "Integer 32"), ("heroez", "heroes"),
            ("x", nil),
            ("Completely different", nil),
        ] as [(String, String?)])
    func findsTheSlipOfTheHand(name: String, expected: String?) {
        #expect(NearestName.to(name, among: ["Team", "Hero", "heroes", "Integer 32"]) == expected)
    }

    @Test func equallyNearNamesGiveTheFirst() {
        #expect(NearestName.to("cat", among: ["rat", "bat"]) == "bat")
    }
}
