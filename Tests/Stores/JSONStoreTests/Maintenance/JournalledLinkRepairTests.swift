import Foundation
import JSONStore
import ObjectGraph
import TestSupport
import Testing

/// The same disagreements, where saves in the journal have brought them.
struct JournalledLinkRepairTests {
    @Test("A save that writes one side only")
    func oneSide() throws {
        let store = try WrittenStore(
            ["Playlist": [#"{"id": 1, "tracks": [1]}"#], "Track": [#"{"id": 1, "playlist": 1}"#]],
            saves: [
                #""insert": {"Track": [{"id": 2, "playlist": 1}]}, "update": {"Playlist": [{"id": 1, "tracks": [1, 2]}]}"#,
                #""insert": {"Track": [{"id": 3, "playlist": 1}]}, "update": {"Playlist": [{"id": 1, "tracks": [1, 3]}]}"#,
            ])
        let found = try store.check()
        #expect(
            found.map(\.message) == ["Track 2: 'playlist' points to Playlist 1, whose 'tracks' does not point back"])
        #expect(found.first?.location == store.file.path + ".journal" && found.first?.line == 2)
        try store.expectRepair(
            deciding: ["Track 2: 'playlist' points to Playlist 1, whose 'tracks' did not point back: added at the end"],
            leaving: [
                #"{"id": 1, "tracks": [1, 3, 2]}"#, #"{"id": 1, "playlist": 1}"#, #"{"id": 2, "playlist": 1}"#,
                #"{"id": 3, "playlist": 1}"#,
            ])
    }

    @Test("A save that writes one of two friends")
    func friends() throws {
        try WrittenStore(
            ["Person": [#"{"id": 1}"#, #"{"id": 2}"#]],
            saves: [#""update": {"Person": [{"id": 2, "friends": [1, 2]}]}"#]
        ).expectRepair(
            deciding: ["Person 2: 'friends' points to Person 1, whose 'friends' did not point back: added"],
            leaving: [#"{"id": 1, "friends": [2]}"#, #"{"id": 2, "friends": [1, 2]}"#])
    }

    @Test("A save that names an object twice, and saves behind it")
    func repetitions() throws {
        try WrittenStore(
            ["Item": [#"{"id": 1}"#], "Tag": [#"{"id": 1}"#]],
            saves: [
                #""update": {"Item": [{"id": 1, "tags": [1, 1]}]}"#, #""insert": {"Tag": [{"id": 2}]}"#,
            ]
        ).expectRepair(
            deciding: ["Item 1: 'tags' contains Tag 1 twice: kept once"],
            leaving: [#"{"id": 1, "tags": [1]}"#, #"{"id": 1}"#, #"{"id": 2}"#])
    }

    @Test("A save that leads to what an earlier one has deleted")
    func linksToWhatIsGone() throws {
        try WrittenStore(
            ["Item": [#"{"id": 1, "marks": [2, 1]}"#], "Tag": [#"{"id": 1}"#, #"{"id": 2}"#]],
            saves: [
                #""delete": {"Tag": [1]}"#, #""update": {"Item": [{"id": 1, "tags": [1, 2]}]}"#,
                #""insert": {"Item": [{"id": 2, "tags": [2]}]}"#,
            ]
        ).expectRepair(
            deciding: ["Item 1: 'tags' points to Tag 1, which does not exist: removed"],
            leaving: [#"{"id": 1, "marks": [2], "tags": [2]}"#, #"{"id": 2, "tags": [2]}"#, #"{"id": 2}"#])
    }

    @Test("Saves that each claim a one-to-one")
    func aContestedOneToOne() throws {
        try WrittenStore(
            ["Person": [#"{"id": 1}"#]],
            saves: [
                #""insert": {"Passport": [{"id": 1, "holder": 1}]}"#,
                #""insert": {"Passport": [{"id": 2, "holder": 1}]}"#,
            ]
        ).expectRepair(
            deciding: [
                "Passport 2: 'holder' points to Person 1, as Passport 1 does, but 'passport' can point back to only one: "
                    + "removed; 'holder' is required, but now has no destination"
            ],
            leaving: [#"{"id": 1, "holder": 1}"#, #"{"id": 2}"#, #"{"id": 1}"#],
            unmet: ["Passport 2: 'Passport.holder' is required but has no destination"])
    }

    @Test("A saved change of a relationship that does not fit is applied as far as possible")
    func aChangeThatDoesNotFitIsMadeAsFarAsItFits() throws {
        try WrittenStore(
            ["Item": [#"{"id": 1, "marks": [1, 2]}"#], "Tag": [#"{"id": 1}"#, #"{"id": 2}"#, #"{"id": 3}"#]],
            saves: [#""update": {"Item": [{"id": 1, "marks": {"remove": [1, 7], "add": [3, 2], "at": [0, 1]}}]}"#]
        ).expectRepair(
            deciding: ["Item 1: a saved change of 'marks' does not apply: applied as far as possible"],
            leaving: [#"{"id": 1, "marks": [3, 2]}"#, #"{"id": 1}"#, #"{"id": 2}"#, #"{"id": 3}"#])
    }

    @Test("Objects of a descendant are led to like those of its ancestor")
    func descendants() throws {
        try WrittenStore(
            [
                "Playlist": [#"{"id": 1, "tracks": [4, 2, 3]}"#], "Single": [#"{"id": 2}"#, #"{"id": 4}"#],
                "Track": [#"{"id": 3, "playlist": 1}"#],
            ],
            saves: [
                #""insert": {"Single": [{"id": 5, "playlist": 1}]}, "delete": {"Single": [4]}"#,
                #""insert": {"Playlist": [{"id": 2, "tracks": [4]}]}"#,
            ]
        ).expectRepair(
            deciding: [
                "Playlist 1: 'tracks' points to Single 2, whose 'playlist' did not point back: set",
                "Playlist 2: 'tracks' points to Track 4, which does not exist: removed",
                "Single 5: 'playlist' points to Playlist 1, whose 'tracks' did not point back: added at the end",
            ],
            leaving: [
                #"{"id": 1, "tracks": [2, 3, 5]}"#, #"{"id": 2}"#, #"{"id": 2, "playlist": 1}"#,
                #"{"id": 5, "playlist": 1}"#, #"{"id": 3, "playlist": 1}"#,
            ])
    }

    @Test("Beside a journal of which nothing has come through")
    func aTornJournal() throws {
        let store = try WrittenStore(["Playlist": [#"{"id": 1}"#], "Track": [#"{"id": 1, "playlist": 1}"#]])
        try Data(#"{"format": "modelgen-journal", "ver"#.utf8).write(to: store.file.journalURL)
        try store.expectRepair(
            deciding: ["Track 1: 'playlist' points to Playlist 1, whose 'tracks' did not point back: added at the end"],
            leaving: [#"{"id": 1, "tracks": [1]}"#, #"{"id": 1, "playlist": 1}"#])
    }

    @Test("A repair reports a disagreement that later saves have corrected")
    func whatLaterSavesHavePutRightIsSaid() throws {
        let store = try WrittenStore(
            ["Playlist": [#"{"id": 1}"#], "Track": [#"{"id": 1, "playlist": 1}"#]],
            saves: [#""update": {"Playlist": [{"id": 1, "tracks": [1]}]}"#])
        try store.expectRepair(
            deciding: [
                "'playlist' points to Playlist 1, whose 'tracks' does not point back; later saves corrected it"
            ],
            leaving: [#"{"id": 1, "tracks": [1]}"#, #"{"id": 1, "playlist": 1}"#])
    }

    @Test("A repair rejects a save of missing objects, and keeps the saves before it")
    func savesOfMissingObjects() throws {
        let store = try WrittenStore(
            ["Tag": [#"{"id": 1}"#]],
            saves: [
                #""insert": {"Item": [{"id": 1, "tags": [1, 1]}]}"#, #""update": {"Item": [{"id": 4, "tags": [1]}]}"#,
            ])
        let report = try store.repair()
        #expect(report.linkDecisions.map(\.message) == ["Item 1: 'tags' contains Tag 1 twice: kept once"])
        #expect(report.rejectedParts.map(\.message) == ["the save does not match the file"])
        #expect(try store.objects == [#"{"id": 1, "tags": [1]}"#, #"{"id": 1}"#])
    }
}
