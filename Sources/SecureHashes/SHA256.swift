/// The Secure Hash Algorithm with 256 bits, in pieces.
///
/// Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1 and 6.2. A library for it would be most of what an adopter builds.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// What does not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    /// The hash of no bytes, to take more in.
    package init() {}

    /// The 32 bytes of the hash of some bytes.
    package static func hash(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
        byteCount += UInt64(bytes.count)
        if rest.isEmpty {
            let wholeCount = bytes.count - bytes.count % 64
            compress(bytes, count: wholeCount)
            rest = Array(bytes[wholeCount...])
        } else {
            rest += bytes
            let wholeCount = rest.count - rest.count % 64
            compress(rest, count: wholeCount)
            rest.removeFirst(wholeCount)
        }
    }

    /// The 32 bytes of the hash of all bytes that were taken in.
    package mutating func finish() -> [UInt8] {
        let bitCount = byteCount &* 8
        var last = rest + [0x80]
        last += Array(repeating: 0, count: (120 - last.count % 64) % 64)
        for shift in stride(from: 56, through: 0, by: -8) { last.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
        compress(last, count: last.count)
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// Works the first `count` bytes in, which is a multiple of 64.
    private mutating func compress(_ bytes: [UInt8], count: Int) {
        guard count > 0 else { return }
        bytes.withUnsafeBufferPointer { bytes in
            Self.constants.withUnsafeBufferPointer { constants in
                state.withUnsafeMutableBufferPointer { state in
                    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                        for start in stride(from: 0, to: count, by: 64) {
                            Self.expand(bytes, from: start, into: schedule)
                            Self.mix(schedule, constants, into: state)
                        }
                    }
                }
            }
        }
    }

    private static func expand(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into schedule: UnsafeMutableBufferPointer<UInt32>
    ) {
        for index in 0..<16 {
            let place = start + 4 * index
            schedule[index] =
                UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
                | UInt32(bytes[place + 3])
        }
        for index in 16..<64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let first = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
            let second = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
    }

    private static func mix(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
        into state: UnsafeMutableBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        // After each round the standard moves every word on by one place. Eight rounds bring all of them back, so here the
        // rounds name the words instead.
        for round in stride(from: 0, to: 64, by: 8) {
            func word(_ number: Int) -> UInt32 { constants[round + number] &+ schedule[round + number] }
            mix(word(0), a, b, c, &d, e, f, g, &h)
            mix(word(1), h, a, b, &c, d, e, f, &g)
            mix(word(2), g, h, a, &b, c, d, e, &f)
            mix(word(3), f, g, h, &a, b, c, d, &e)
            mix(word(4), e, f, g, &h, a, b, c, &d)
            mix(word(5), d, e, f, &g, h, a, b, &c)
            mix(word(6), c, d, e, &f, g, h, a, &b)
            mix(word(7), b, c, d, &e, f, g, h, &a)
        }
        for (index, word) in [(0, a), (1, b), (2, c), (3, d)] { state[index] &+= word }
        for (index, word) in [(4, e), (5, f), (6, g), (7, h)] { state[index] &+= word }
    }

    /// One round.
    @inline(__always) private static func mix(
        _ word: UInt32, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
        _ g: UInt32, _ h: inout UInt32
    ) {
        // The standard's functions of choice and majority, with fewer steps.
        let choice = g ^ (e & (f ^ g))
        let majority = (a & b) | (c & (a | b))
        let sum = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ word
        d &+= sum
        h = sum &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
    }

    @inline(__always) private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 - count)
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
