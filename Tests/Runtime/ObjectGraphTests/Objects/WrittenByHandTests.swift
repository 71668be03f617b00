import ObjectGraph
import SampleModels
import Testing

/// Attributes as types that are written by hand, named by any of the keys of user info.
struct WrittenByHandTests {
    private func track() throws -> Track {
        Track(context: try makeContext(.enums))
    }

    @Test("An option set is stored as its raw value")
    func anOptionSetIsStoredAsItsBits() throws {
        let track = try track()
        #expect(track.flags == [])
        track.flags.insert(.live)
        track.flags.insert(.explicit)
        #expect(track.flagsRawValue == 3)
        track.flagsRawValue = 64
        #expect(track.flags.rawValue == 64)
    }

    @Test("An enum with a raw value of a wider integer type is converted exactly")
    func enumOfWiderInteger() throws {
        let track = try track()
        #expect(track.level == .quiet)
        track.level = .loud
        #expect(track.levelRawValue == 2)
        track.levelRawValue = 7
        #expect(track.level == .quiet, "the model's default")
        #expect(track.levelRawValue == 7)
    }

    @Test("Enums and identifiers can have strings as raw values")
    func textsBecomeEnumsAndIdentifiers() throws {
        let track = try track()
        #expect(track.kind == nil)
        track.kind = .remix
        #expect(track.kindRawValue == "remix")
        track.kindRawValue = "mashup"
        #expect(track.kind == nil)
        track.kind = nil
        #expect(track.kindRawValue == nil)
        track.reference = TrackReference(rawValue: "A1")
        #expect(track.referenceRawValue == "A1")
    }

    @Test("An enum that several attributes use is generated once")
    func anEnumIsGeneratedOnceForAllItsAttributes() throws {
        let track = try track()
        #expect(TrackMood.allCases == [.calm, .wild])
        #expect(track.mood == .calm)
        track.moodRawValue = nil
        #expect(track.mood == .calm)
        track.mood = .wild
        #expect(track.lastMood == nil)
        track.lastMood = track.mood
        #expect(track.lastMoodRawValue == 2)
        track.lastMoodRawValue = 9
        #expect(track.lastMood == nil)
        #expect(track.lastMoodRawValue == 9)
    }
}
