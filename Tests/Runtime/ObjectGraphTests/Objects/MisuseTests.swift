import ObjectGraph
import SampleModels
import TestSupport
import Testing

#if compiler(>=6.2)
    /// What is an error of the program ends it, with a message, instead of going on with a broken graph.
    struct MisuseTests {
        @Test("OBJ-2 inserting an unknown entity")
        func unknownEntity() async {
            await #expect(processExitsWith: .failure) {
                try makeContext().insertNewObject(forEntityName: "Villain")
            }
        }

        @Test("MOD-9 inserting an abstract entity")
        func abstractEntity() async {
            await #expect(processExitsWith: .failure) {
                try makeContext(.inheritance).insertNewObject(forEntityName: "Vehicle")
            }
        }

        @Test("OBJ-18 reading an unknown key")
        func unknownKey() async {
            await #expect(processExitsWith: .failure) {
                _ = Superhero(context: try makeContext()).value(forKey: "cape")
            }
        }

        @Test("OBJ-23 and VAL-22 setting a value of another type, or out of range")
        func unacceptableValues() async {
            await #expect(processExitsWith: .failure) {
                Superhero(context: try makeContext()).setValue("dc", forKey: "universe")
            }
            await #expect(processExitsWith: .failure) {
                let object = OptionalValues(context: try makeContext(.allTypes))
                object.setValue(40_000, forKey: "integer16")
            }
        }

        @Test("CTX-39 referring to an object of another context")
        func anotherContext() async {
            await #expect(processExitsWith: .failure) {
                let (context, other) = (try makeContext(), try makeContext())
                Team(context: context).addToHeroes(Superhero(context: other))
            }
        }

        @Test("CTX-28 deleting an object of another context")
        func deletingInAnotherContext() async {
            await #expect(processExitsWith: .failure) {
                let (context, other) = (try makeContext(), try makeContext())
                context.delete(Superhero(context: other))
            }
        }

        #if compiler(>=6.3)
            @Test(
                "An index out of range stops the program with a message",
                arguments: [(4, true), (-1, true), (0, false)])
            func anIndexThatIsNotThere(_ index: Int, _ inserts: Bool) async throws {
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    [index, inserts] in
                    let context = try makeContext(.deleteRules)
                    let playlist = Playlist(context: context)
                    if inserts {
                        playlist.addToSongs((0..<3).map { _ in Song(context: context) })
                        playlist.insertIntoSongs(Song(context: context), at: index)
                    } else {
                        playlist.removeFromSongs(at: index)
                    }
                }
                let count = inserts ? 3 : 0
                #expect(
                    result?.fatalMessage == "index \(index) is out of range: the count of 'Playlist.songs' is \(count)")
            }
        #endif

        @Test("Setting a destination of another entity stops the program")
        func leadingToAnotherEntity() async {
            await #expect(processExitsWith: .failure) {
                let context = try makeContext(.inheritance)
                Driver(context: context).setValue([Garage(context: context)], forKey: "vehicles")
            }
        }
    }
#endif
