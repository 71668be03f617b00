import ModelDiagnostics
import Testing

@Suite struct NearestNameTests {
    @Test(
        "The nearest name is found for a misspelled one",
        arguments: [
            ("Teem", "Team"), ("Taem", "Team"), ("team", "Team"), ("Integer 33", "Integer 32"), ("heroez", "heroes"),
            ("x", nil),
            ("Completely different", nil),
        ] as [(String, String?)])
    func findsTheSlipOfTheHand(name: String, expected: String?) {
        #expect(NearestName.to(name, among: ["Team", "Hero", "heroes", "Integer 32"]) == expected)
    }

    @Test(
        "A shortened name finds the whole one",
        arguments: [
            ("Int64", "Integer 64"), ("Bool", "Boolean"), ("cascade", "Cascade"), ("Str", "String"), ("Int", nil),
        ] as [(String, String?)])
    func abbreviations(name: String, expected: String?) {
        let types = ["Integer 16", "Integer 32", "Integer 64", "Boolean", "String", "Cascade"]
        #expect(NearestName.to(name, among: types) == expected)
    }

    @Test("Of equally near names, the first is found")
    func equallyNearNamesGiveTheFirst() {
        #expect(NearestName.to("cat", among: ["rat", "bat"]) == "bat")
    }
}
