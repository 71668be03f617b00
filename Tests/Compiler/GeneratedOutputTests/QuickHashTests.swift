import Testing

@testable import GeneratedOutput

@Suite struct QuickHashTests {
    @Test("Every byte and its position changes the hash")
    func everyByteAndItsPlaceCount() {
        let text = Array("nonisolated extension Hero {}\n".utf8)
        var hashes: Set = [QuickHash(of: text)]
        for index in text.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var other = text
                other[index] ^= change
                #expect(hashes.insert(QuickHash(of: other)).inserted)
            }
            #expect(hashes.insert(QuickHash(of: Array(text[..<index]))).inserted)
        }
        for count in 1..<40 { #expect(hashes.insert(QuickHash(of: Array(repeating: 0, count: count))).inserted) }
    }

    @Test("The hash of the same bytes is the same in every process")
    func sameHashInEveryProcess() {
        #expect(QuickHash(of: Array("abcdefghij".utf8)).description == "5b6b5fc721110cb5")
    }

    @Test("The text of a hash gives the same hash")
    func itIsReadAgain() {
        let hash = QuickHash(of: [1, 2, 3])
        #expect(QuickHash(hash.description[...]) == hash)
        #expect(QuickHash("") == nil)
    }
}
