import SourcePorting
import TestSupport
import Testing

@Suite struct HostileSourceTests {
    @Test("Porting what was ported changes nothing, whatever the source is", arguments: 0..<40)
    func randomSources(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<60 {
            let source = SwiftPieces.randomSource(&random)
            let ported = SourcePort.port([("a", source)])
            let again = SourcePort.port([("a", ported[0].ported)])
            #expect(
                again[0].ported == ported[0].ported, "\(String(decoding: source, as: UTF8.self).debugDescription)")
        }
    }

    @Test("Deep, long, and unterminated sources end in linear time", arguments: SwiftPieces.repeated)
    func repeatedPieces(_ piece: String) {
        let source = Array(String(repeating: piece, count: runsLongTests ? 2_000 : 600).utf8)
        #expect(SourcePort.port([("a", source)]).count == 1)
    }
}
