import ModelCodegen
import Testing

@Suite struct ContentHashTests {
    /// Source: the examples of FIPS 180-4, and what `sha256sum` says of texts around the size of a block.
    @Test(
        "Hashes have the values of the standard",
        arguments: [
            ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            ("a", 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
            ("a", 100_000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
        ])
    func hashesAreThoseOfTheStandard(_ text: String, repeated count: Int, _ digits: String) {
        let text = String(repeating: text, count: count)
        #expect(ContentHash(of: text).description == digits)
    }

    @Test(
        "Other strings are no hashes",
        arguments: ["", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
    func otherTextsAreNoHash(_ text: String) {
        #expect(ContentHash(text) == nil)
    }
}
