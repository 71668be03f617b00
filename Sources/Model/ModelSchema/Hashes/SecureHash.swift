/// A word that the Secure Hash Algorithm computes with: 32 bits for SHA-256, 64 bits for SHA-512.
protocol SecureHashWord: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
    /// The words that a hash starts with.
    static var initialState: [Self] { get }
    /// The constants of the rounds, one for each round.
    static var constants: [Self] { get }
    /// The bits that the functions of the standard rotate a word by: Σ0, Σ1, σ0, and σ1.
    /// The last number of σ0 and σ1 is a shift.
    static var rotations: (sum0: Bits, sum1: Bits, early: Bits, late: Bits) { get }

    typealias Bits = (Self, Self, Self)

    /// Works a block into a state.
    ///
    /// - Parameter schedule: Memory for as many words as there are constants.
    static func compress(
        _ block: UnsafeRawPointer, _ schedule: UnsafeMutablePointer<Self>, _ constants: UnsafePointer<Self>,
        into state: UnsafeMutablePointer<Self>)
}

extension UInt32: SecureHashWord {
    // The standard takes both sets of constants from the same primes, with 32 bits or with 64.
    static let initialState = UInt64.initialState.map { UInt32($0 >> 32) }
    static let constants = UInt64.constants.prefix(64).map { UInt32($0 >> 32) }
    static var rotations: (sum0: Bits, sum1: Bits, early: Bits, late: Bits) {
        ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
    }
}

extension UInt64: SecureHashWord {
    static var rotations: (sum0: Bits, sum1: Bits, early: Bits, late: Bits) {
        ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))
    }
    static let initialState: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]
    static let constants: [UInt64] = [
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
        0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
        0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
        0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
        0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
    ]
}

/// The Secure Hash Algorithm, in pieces.
///
/// Source: FIPS 180-4, sections 4.1, 4.2, 5.1, 6.2, and 6.4. A library for it would be most of what an adopter builds.
struct SecureHash<Word: SecureHashWord> {
    private var state = Word.initialState
    /// The bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static var wordSize: Int { Word.bitWidth / 8 }
    private static var blockSize: Int { 16 * wordSize }

    /// Takes in the next bytes.
    mutating func update(_ bytes: [UInt8]) {
        byteCount += UInt64(bytes.count)
        if rest.isEmpty {
            let wholeCount = bytes.count - bytes.count % Self.blockSize
            compress(bytes, count: wholeCount)
            rest = Array(bytes[wholeCount...])
        } else {
            rest += bytes
            let wholeCount = rest.count - rest.count % Self.blockSize
            compress(rest, count: wholeCount)
            rest.removeFirst(wholeCount)
        }
    }

    /// The bytes of the hash of all bytes that were taken in.
    mutating func finish() -> [UInt8] {
        let bitCount = byteCount &* 8
        var last = rest + [0x80]
        // The number of bits takes two words at the end of a block. No program takes in so many that it needs more than
        // 8 bytes.
        let paddedCount = last.count + 2 * Self.wordSize
        last += Array(repeating: 0, count: (2 * Self.blockSize - paddedCount % Self.blockSize) % Self.blockSize)
        last += Array(repeating: 0, count: 2 * Self.wordSize - 8)
        last += withUnsafeBytes(of: bitCount.bigEndian, Array.init)
        compress(last, count: last.count)
        return state.map(\.bigEndian).withUnsafeBytes(Array.init)
    }

    /// Works the first `count` bytes in, which is a multiple of the size of a block.
    private mutating func compress(_ bytes: [UInt8], count: Int) {
        guard count > 0 else { return }
        let constants = Word.constants
        bytes.withUnsafeBytes { bytes in
            constants.withUnsafeBufferPointer { constants in
                state.withUnsafeMutableBufferPointer { state in
                    withUnsafeTemporaryAllocation(of: Word.self, capacity: constants.count) { schedule in
                        guard let bytes = bytes.baseAddress, let schedule = schedule.baseAddress,
                            let constants = constants.baseAddress, let state = state.baseAddress
                        else { return }
                        for start in stride(from: 0, to: count, by: Self.blockSize) {
                            Word.compress(bytes + start, schedule, constants, into: state)
                        }
                    }
                }
            }
        }
    }
}

extension SecureHashWord {
    static func compress(
        _ block: UnsafeRawPointer, _ schedule: UnsafeMutablePointer<Self>, _ constants: UnsafePointer<Self>,
        into state: UnsafeMutablePointer<Self>
    ) {
        expand(block, into: schedule)
        mix(schedule, constants, into: state)
    }

    private static func expand(_ block: UnsafeRawPointer, into schedule: UnsafeMutablePointer<Self>) {
        for index in 0..<16 {
            let word = block.loadUnaligned(fromByteOffset: bitWidth / 8 * index, as: Self.self)
            schedule[index] = Self(bigEndian: word)
        }
        let (first, second) = (rotations.early, rotations.late)
        for index in 16..<constants.count {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let sum0: Self = rotate(early, first.0) ^ rotate(early, first.1) ^ (early &>> first.2)
            let sum1: Self = rotate(late, second.0) ^ rotate(late, second.1) ^ (late &>> second.2)
            schedule[index] = schedule[index - 16] &+ sum0 &+ schedule[index - 7] &+ sum1
        }
    }

    private static func mix(
        _ schedule: UnsafeMutablePointer<Self>, _ constants: UnsafePointer<Self>, into state: UnsafeMutablePointer<Self>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        // After each round the standard moves every word on by one place. Eight rounds bring all of them back, so here
        // the rounds name the words instead.
        for round in stride(from: 0, to: Self.constants.count, by: 8) {
            func word(_ number: Int) -> Self { constants[round + number] &+ schedule[round + number] }
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
        _ word: Self, _ a: Self, _ b: Self, _ c: Self, _ d: inout Self, _ e: Self, _ f: Self, _ g: Self,
        _ h: inout Self
    ) {
        // The standard's functions of choice and majority, with fewer steps.
        let choice = g ^ (e & (f ^ g))
        let majority = (a & b) | (c & (a | b))
        let (sum0, sum1) = (rotations.sum0, rotations.sum1)
        let sum = h &+ (rotate(e, sum1.0) ^ rotate(e, sum1.1) ^ rotate(e, sum1.2)) &+ choice &+ word
        d &+= sum
        h = sum &+ (rotate(a, sum0.0) ^ rotate(a, sum0.1) ^ rotate(a, sum0.2)) &+ majority
    }

    @inline(__always) private static func rotate(_ word: Self, _ count: Self) -> Self {
        word &>> count | word &<< (Self(bitWidth) - count)
    }
}

// Generic code is many times slower in debug builds, in which tests and the tools of plugins run, and in which the
// version hashes of models would take most of the time.
extension UInt32 {
    static func compress(
        _ block: UnsafeRawPointer, _ schedule: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>,
        into state: UnsafeMutablePointer<UInt32>
    ) {
        var index = 0
        while index < 16 {
            schedule[index] = block.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self).bigEndian
            index &+= 1
        }
        while index < 64 {
            let early = schedule[index &- 15]
            let late = schedule[index &- 2]
            let sum0 = (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ (early &>> 3)
            let sum1 = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ (late &>> 10)
            schedule[index] = schedule[index &- 16] &+ sum0 &+ schedule[index &- 7] &+ sum1
            index &+= 1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        index = 0
        while index < 64 {
            let sum1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
            let first = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ constants[index] &+ schedule[index]
            let sum0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
            let second = sum0 &+ ((a & b) | (c & (a | b)))
            h = g
            g = f
            f = e
            e = d &+ first
            d = c
            c = b
            b = a
            a = first &+ second
            index &+= 1
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }
}
