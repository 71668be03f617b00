import ModelSchema
import Testing

/// The vectors of FIPS 180-4's examples, and what goes in by pieces.
@Suite struct SecureHashTests {
    static let longMessages = [
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    ]

    @Test(
        "The SHA-256 hashes of the examples are correct",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (longMessages[0], "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            (longMessages[1], "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
        ])
    func sha256HashesTheExamples(message: String, digits: String) {
        #expect(SHA256.hash(of: Array(message.utf8)).hexadecimalDigits == digits)
    }

    @Test(
        "The SHA-512 hashes of the examples are correct",
        arguments: [
            (
                "",
                "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                    + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
            ),
            (
                "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            (
                longMessages[0],
                "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
                    + "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"
            ),
            (
                longMessages[1],
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                    + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
            ),
        ])
    func sha512HashesTheExamples(message: String, digits: String) {
        var hash = SHA512()
        hash.update(Array(message.utf8))
        #expect(hash.finish().hexadecimalDigits == digits)
    }

    @Test("A million letters in pieces have the correct hashes")
    func aMillionLettersHashTheSameInPieces() {
        var short = SHA256()
        var long = SHA512()
        let piece = Array(repeating: UInt8(ascii: "a"), count: 1000)
        for _ in 0..<1000 {
            short.update(piece)
            long.update(piece)
        }
        #expect(
            short.finish().hexadecimalDigits == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(
            long.finish().hexadecimalDigits == "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
                + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")
    }

    @Test(
        "Messages around the size of a block have the same hash in one piece and in bytes",
        arguments: [55, 56, 63, 64, 111, 112, 119, 120, 127, 128, 129])
    func blockSizes(count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        var short = SHA256()
        var long = SHA512()
        var longAtOnce = SHA512()
        for byte in bytes {
            short.update([byte])
            long.update([byte])
        }
        longAtOnce.update(bytes)
        #expect(short.finish() == SHA256.hash(of: bytes))
        #expect(long.finish() == longAtOnce.finish())
    }
}
