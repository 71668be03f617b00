import FileAccess
import Testing

/// Values of the algorithm's own description and its reference implementation.
struct ChecksumTests {
    @Test(
        "Checksums have the values of the reference implementation",
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func knownValues(_ text: String, _ value: UInt64) {
        #expect(Checksum(of: Array(text.utf8)).value == value)
    }

    @Test("The digits of a checksum give the same checksum, and other digits are refused")
    func digitsComeBack() {
        let checksum = Checksum(of: [0])
        #expect(checksum.digits.withUnsafeBytes { Checksum(digits: $0) } == checksum)
        let upperCase = Array(String(decoding: checksum.digits, as: UTF8.self).uppercased().utf8)
        #expect(upperCase.withUnsafeBytes { Checksum(digits: $0) } == nil)
        #expect(checksum.digits.dropLast().withUnsafeBytes { Checksum(digits: $0) } == nil)
        #expect(Checksum(String(decoding: checksum.digits, as: UTF8.self)) == checksum)
        #expect(Checksum("") == nil)
    }

    @Test("Every flipped bit changes the checksum")
    func everyBitCounts() {
        for count in [1, 3, 4, 8, 31, 32, 33, 64, 100] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            let checksum = Checksum(of: bytes)
            for index in 0..<count {
                for bit in 0..<8 {
                    var damaged = bytes
                    damaged[index] ^= 1 << UInt8(bit)
                    #expect(Checksum(of: damaged) != checksum)
                }
            }
        }
    }
}
