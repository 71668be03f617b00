import Foundation
import StoreProtocol
import TestSupport
import Testing

struct IdentifierTextTests {
    @Test("An identifier has the same text as in Foundation, and every text of Foundation's means the same identifier")
    func roundTrips() {
        var generator = SplitMix(seed: 5)
        for _ in 0..<1_000 {
            let (high, low) = (generator.next(), generator.next())
            let bytes = withUnsafeBytes(of: (high, low)) { Array($0) }
            let identifier = bytes.withUnsafeBytes(UUID.init(bytes:))
            #expect(identifier?.bytes == bytes)
            #expect(identifier?.text == identifier?.uuidString)
            #expect(identifier.flatMap { UUID(text: $0.text) } == identifier)
            #expect(identifier.flatMap { UUID(text: $0.text.lowercased()) } == identifier)
        }
        #expect([1, 2, 3].withUnsafeBytes(UUID.init(bytes:)) == nil)
    }

    @Test(
        "A text is an identifier if Foundation says so",
        arguments: [
            "", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247A3E6E5f",
            "E621E1F8C36C495A93FC0C247A3E6E5F", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}",
            "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF",
            "E621E1F8-C36C-495A-93FC-0C247A3E6E5G", "E621E1F8+C36C-495A-93FC-0C247A3E6E5F",
            " 621E1F8-C36C-495A-93FC-0C247A3E6E5F", "0x21E1F8-C36C-495A-93FC-0C247A3E6E5F",
            "\u{FF25}621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5\u{0}",
        ])
    func texts(_ text: String) {
        #expect(UUID(text: text) == UUID(uuidString: text))
    }
}
