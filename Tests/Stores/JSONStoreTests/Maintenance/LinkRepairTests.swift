import Foundation
import JSONStore
import ObjectGraph
import TestSupport
import Testing

/// Files in which links disagree, as versions have written them that merged side by side: a repair keeps every link
/// that one side has, where there is room for it.
struct LinkRepairTests {
    @Test("An ordered side gains the members that lead to it, at the end")
    func anOrderedSideGainsMembers() throws {
        let store = try WrittenStore([
            "Playlist": [#"{"id": 1, "tracks": [2]}"#, #"{"id": 2}"#],
            "Track": [
                #"{"id": 1, "playlist": 1}"#, #"{"id": 2, "playlist": 1}"#, #"{"id": 3, "playlist": 1}"#,
                #"{"id": 4, "playlist": 2}"#,
            ],
        ])
        #expect(
            try store.check().map(\.message) == [
                "Track 1: 'playlist' points to Playlist 1, whose 'tracks' does not point back",
                "Track 3: 'playlist' points to Playlist 1, whose 'tracks' does not point back",
                "Track 4: 'playlist' points to Playlist 2, whose 'tracks' does not point back",
            ])
        try store.expectRepair(
            deciding: [
                "Track 1: 'playlist' points to Playlist 1, whose 'tracks' did not point back: added at the end",
                "Track 3: 'playlist' points to Playlist 1, whose 'tracks' did not point back: added at the end",
                "Track 4: 'playlist' points to Playlist 2, whose 'tracks' did not point back: added at the end",
            ],
            leaving: [
                #"{"id": 1, "tracks": [2, 1, 3]}"#, #"{"id": 2, "tracks": [4]}"#, #"{"id": 1, "playlist": 1}"#,
                #"{"id": 2, "playlist": 1}"#, #"{"id": 3, "playlist": 1}"#, #"{"id": 4, "playlist": 2}"#,
            ])
    }

    @Test("A to-one that leads nowhere is set")
    func aToOneIsSet() throws {
        try WrittenStore(["Playlist": [#"{"id": 1, "tracks": [2, 1]}"#], "Track": [#"{"id": 1}"#, #"{"id": 2}"#]])
            .expectRepair(
                deciding: [
                    "Playlist 1: 'tracks' points to Track 2, whose 'playlist' did not point back: set",
                    "Playlist 1: 'tracks' points to Track 1, whose 'playlist' did not point back: set",
                ],
                leaving: [
                    #"{"id": 1, "tracks": [2, 1]}"#, #"{"id": 1, "playlist": 1}"#, #"{"id": 2, "playlist": 1}"#,
                ])
    }

    @Test("Of several that claim a to-one, the one it leads to wins, else the first by identity")
    func severalClaimAToOne() throws {
        let playlists = (1...3).map { #"{"id": \#($0), "tracks": [1, 2]}"# } + [#"{"id": 4}"#]
        try WrittenStore([
            "Playlist": playlists,
            "Track": [#"{"id": 1, "playlist": 2}"#, #"{"id": 2}"#, #"{"id": 3, "playlist": 4}"#],
        ]).expectRepair(
            deciding: [
                "Playlist 1: 'tracks' points to Track 1, whose 'playlist' points to Playlist 2: removed",
                "Playlist 1: 'tracks' points to Track 2, whose 'playlist' did not point back: set",
                "Playlist 2: 'tracks' points to Track 2, as Playlist 1 does, but 'playlist' can point back to only one: "
                    + "removed",
                "Playlist 3: 'tracks' points to Track 2, as Playlist 1 does, but 'playlist' can point back to only one: "
                    + "removed",
                "Playlist 3: 'tracks' points to Track 1, whose 'playlist' points to Playlist 2: removed",
                "Track 3: 'playlist' points to Playlist 4, whose 'tracks' did not point back: added at the end",
            ],
            leaving: [
                #"{"id": 1, "tracks": [2]}"#, #"{"id": 2, "tracks": [1]}"#, #"{"id": 3}"#,
                #"{"id": 4, "tracks": [3]}"#, #"{"id": 1, "playlist": 2}"#, #"{"id": 2, "playlist": 1}"#,
                #"{"id": 3, "playlist": 4}"#,
            ])
    }

    @Test("Of two sides of a many-to-many, each gains what the other has")
    func manyToMany() throws {
        try WrittenStore([
            "Panel": [#"{"id": 1, "speakers": [2]}"#, #"{"id": 2}"#],
            "Person": [#"{"id": 1, "playlists": [1]}"#, #"{"id": 2}"#],
            "Playlist": [#"{"id": 1, "editors": [2]}"#],
            "Speaker": [#"{"id": 1, "panels": [2, 1]}"#, #"{"id": 2}"#],
        ]).expectRepair(
            deciding: [
                "Panel 1: 'speakers' points to Speaker 2, whose 'panels' did not point back: added at the end",
                "Person 1: 'playlists' points to Playlist 1, whose 'editors' did not point back: added at the end",
                "Playlist 1: 'editors' points to Person 2, whose 'playlists' did not point back: added",
                "Speaker 1: 'panels' points to Panel 2, whose 'speakers' did not point back: added at the end",
                "Speaker 1: 'panels' points to Panel 1, whose 'speakers' did not point back: added at the end",
            ],
            leaving: [
                #"{"id": 1, "speakers": [2, 1]}"#, #"{"id": 2, "speakers": [1]}"#, #"{"id": 1, "playlists": [1]}"#,
                #"{"id": 2, "playlists": [1]}"#, #"{"id": 1, "editors": [2, 1]}"#, #"{"id": 1, "panels": [2, 1]}"#,
                #"{"id": 2, "panels": [1]}"#,
            ])
    }

    @Test("Friends become mutual, and who is a friend of their own stays one")
    func friends() throws {
        try WrittenStore([
            "Person": [#"{"id": 1, "friends": [1, 3]}"#, #"{"id": 2, "neighbours": [3, 1]}"#, #"{"id": 3}"#]
        ]).expectRepair(
            deciding: [
                "Person 1: 'friends' points to Person 3, whose 'friends' did not point back: added",
                "Person 2: 'neighbours' points to Person 3, whose 'neighbours' did not point back: added at the end",
                "Person 2: 'neighbours' points to Person 1, whose 'neighbours' did not point back: added at the end",
            ],
            leaving: [
                #"{"id": 1, "friends": [1, 3], "neighbours": [2]}"#, #"{"id": 2, "neighbours": [3, 1]}"#,
                #"{"id": 3, "friends": [1], "neighbours": [2]}"#,
            ])
        let sound = try WrittenStore(["Person": [#"{"id": 1, "friends": [1], "spouse": 1}"#]])
        #expect(try sound.check() == [])
    }

    @Test("Of links of a one-to-one to itself, those come first that both sides have")
    func spouses() throws {
        try WrittenStore([
            "Person": [
                #"{"id": 1, "spouse": 3}"#, #"{"id": 2, "spouse": 3}"#, #"{"id": 3, "spouse": 2}"#,
                #"{"id": 4, "spouse": 5}"#, #"{"id": 5, "spouse": 6}"#, #"{"id": 6, "spouse": 4}"#, #"{"id": 7}"#,
                #"{"id": 8, "spouse": 7}"#, #"{"id": 9, "spouse": 7}"#,
            ]
        ]).expectRepair(
            deciding: [
                "Person 1: 'spouse' points to Person 3, whose 'spouse' points to Person 2: removed",
                "Person 4: 'spouse' points to Person 5, whose 'spouse' did not point back: set",
                "Person 5: 'spouse' points to Person 6, while 'spouse' of Person 4 points here: removed",
                "Person 6: 'spouse' points to Person 4, whose 'spouse' points to Person 5: removed",
                "Person 8: 'spouse' points to Person 7, whose 'spouse' did not point back: set",
                "Person 9: 'spouse' points to Person 7, as Person 8 does, but 'spouse' can point back to only one: removed",
            ],
            leaving: [
                #"{"id": 1}"#, #"{"id": 2, "spouse": 3}"#, #"{"id": 3, "spouse": 2}"#, #"{"id": 4, "spouse": 5}"#,
                #"{"id": 5, "spouse": 4}"#, #"{"id": 6}"#, #"{"id": 7, "spouse": 8}"#, #"{"id": 8, "spouse": 7}"#,
                #"{"id": 9}"#,
            ])
    }

    @Test("An object that is named twice is kept once, at its first place")
    func repetitions() throws {
        let store = try WrittenStore([
            "Item": [#"{"id": 1, "marks": [2, 1, 2, 2], "tags": [1, 1]}"#], "Tag": [#"{"id": 1}"#, #"{"id": 2}"#],
        ])
        #expect(
            try store.check().map(\.message)
                == ["Item 1: 'marks' contains Tag 2 3 times", "Item 1: 'tags' contains Tag 1 twice"])
        try store.expectRepair(
            deciding: [
                "Item 1: 'marks' contains Tag 2 3 times: kept once, at its first place",
                "Item 1: 'tags' contains Tag 1 twice: kept once",
            ],
            leaving: [#"{"id": 1, "marks": [2, 1], "tags": [1]}"#, #"{"id": 1}"#, #"{"id": 2}"#])
    }

    @Test("Links to objects that are gone are removed, and nothing else")
    func linksToWhatIsGone() throws {
        try WrittenStore([
            "Item": [#"{"id": 1, "marks": [9, 1], "tags": [1, 9]}"#],
            "Passport": [#"{"id": 1, "holder": 9}"#],
            "Playlist": [#"{"id": 1, "tracks": [7, 1]}"#],
            "Tag": [#"{"id": 1}"#],
            "Track": [#"{"id": 1, "playlist": 8}"#],
        ]).expectRepair(
            deciding: [
                "Item 1: 'marks' points to Tag 9, which does not exist: removed",
                "Item 1: 'tags' points to Tag 9, which does not exist: removed",
                "Passport 1: 'holder' points to Person 9, which does not exist: removed; "
                    + "'holder' is required, but now has no destination",
                "Playlist 1: 'tracks' points to Track 7, which does not exist: removed",
                "Playlist 1: 'tracks' points to Track 1, whose 'playlist' did not point back: set",
                "Track 1: 'playlist' points to Playlist 8, which does not exist: removed",
            ],
            leaving: [
                #"{"id": 1, "marks": [1], "tags": [1]}"#, #"{"id": 1}"#, #"{"id": 1, "tracks": [1]}"#, #"{"id": 1}"#,
                #"{"id": 1, "playlist": 1}"#,
            ],
            unmet: ["Passport 1: 'Passport.holder' is required but has no destination"])
    }

    @Test("Of two that claim a one-to-one, the first by identity gets it")
    func aContestedOneToOne() throws {
        try WrittenStore([
            "Passport": [#"{"id": 2, "holder": 1}"#, #"{"id": 1, "holder": 1}"#, #"{"id": 3, "holder": 2}"#],
            "Person": [#"{"id": 1}"#, #"{"id": 2}"#],
        ]).expectRepair(
            deciding: [
                "Passport 2: 'holder' points to Person 1, as Passport 1 does, but 'passport' can point back to only one: "
                    + "removed; 'holder' is required, but now has no destination"
            ],
            leaving: [
                #"{"id": 1, "holder": 1}"#, #"{"id": 2}"#, #"{"id": 3, "holder": 2}"#, #"{"id": 1}"#, #"{"id": 2}"#,
            ],
            unmet: ["Passport 2: 'Passport.holder' is required but has no destination"])
    }

    @Test("Each finding has the line and column of its object")
    func eachFindingHasThePlaceOfItsObject() throws {
        let store = try WrittenStore([
            "Playlist": [#"{"id": 1}"#], "Track": [#"{"id": 1}"#, #"{"id": 2, "playlist": 1}"#],
        ])
        let found = try #require(try store.check().first)
        let lines = try store.file.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[try #require(found.line) - 1] == #"   {"id": 2, "playlist": 1}"#)
        #expect(found.column == 4)
        #expect(found.location == store.file.path)
        #expect(try store.repair().linkDecisions.first?.line == found.line)
    }

    @Test("A repair writes unreadable objects to a separate file")
    func whatCannotBeReadIsStillPutBeside() throws {
        let store = try WrittenStore([
            "Playlist": [#"{"id": 1}"#, #"{"id": "2"}"#], "Track": [#"{"id": 1, "playlist": 1}"#],
        ])
        let report = try store.repair()
        #expect(report.rejectedParts.count == 1 && report.linkDecisions.count == 1)
        #expect(report.findings == report.rejectedParts + report.linkDecisions)
        let rejected = try String(contentsOf: try #require(report.rejectedFile), encoding: .utf8)
        #expect(rejected.split(separator: "\n").count == 1)
        #expect(try store.objects == [#"{"id": 1, "tracks": [1]}"#, #"{"id": 1, "playlist": 1}"#])
    }

    @Test("A repair keeps metadata and unknown keys")
    func metadataAndUnknownKeys() throws {
        let store = try WrittenStore([
            "Playlist": [#"{"id": 1, "colour": "red"}"#], "Track": [#"{"id": 1, "playlist": 1}"#],
        ])
        let head = #""metadata": {"author": "jane"}, "editor": "by hand", "lastIDs": {"Track": 40}"#
        try store.file.write(try store.file.text.replacing(#""metadata": {}"#, with: head))
        #expect(try store.repair().findings.count == 1)
        let text = try store.file.text
        for part in [#"{"author": "jane"}"#, #""editor": "by hand""#, #"{"Track": 40}"#, #""colour": "red""#] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.hasPrefix(#"{"format": "modelgen-store", "version": 1, "store": "\#(StoreFile.identifier)","#))
    }
}
