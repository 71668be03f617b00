import CZLib
import CompiledModels
import Foundation
import TestSupport
import Testing

/// Bytes that no compiler has written: a model or an error, and soon.
@Suite struct HostileModelTests {
    private static let sound = ArchiveWriter.bytes(
        of: .model([
            (
                "Item",
                .entity(
                    "Item",
                    [
                        ("name", .attribute(700, [("NSDefaultValue", "größer"), ("NSIsOptional", true)])),
                        (
                            "count",
                            .object(
                                "NSDerivedAttributeDescription",
                                [
                                    ("NSAttributeType", 300),
                                    ("NSDerivationExpression", .function("count:", [.keyPath("parts")])),
                                ])
                        ),
                        (
                            "parts",
                            .object("NSRelationshipDescription", [("NSDestinationEntity", .reference("Item"))])
                        ),
                    ], [("NSUniqueTuples", .list([.list(["name"])])), ("NSUserInfo", .table([("a", "b")]))])
            )
        ]))

    private func read(_ bytes: [UInt8]) -> CompiledModelError? {
        do {
            _ = try CompiledModel(archive: bytes, name: "M")
            return nil
        } catch {
            return error
        }
    }

    @Test("A truncated model is an error")
    func aModelThatIsCutShortIsAnError() {
        #expect(read(Self.sound) == nil)
        for count in 0..<Self.sound.count {
            #expect(read(Array(Self.sound[..<count])) != nil, "\(count) bytes")
        }
    }

    @Test("Random changes of bytes give an error or a model")
    func flippedBitsAreAnErrorOrAModel() {
        var generator = SplitMix(seed: 11)
        var refusedCount = 0
        for _ in 0..<4000 {
            var bytes = Self.sound
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            }
            if read(bytes) != nil { refusedCount += 1 }
        }
        // That each run ends, and soon, is what matters. Most damage is noticed; a text may change into another one.
        #expect(refusedCount > 2000 && refusedCount < 4000)
    }

    @Test(
        "A damaged public model gives an error or a model",
        .enabled(if: PublicStores.isPresent, "\(PublicStores.absence)"))
    func damagedPublicModelsAreAnErrorOrAModel() throws {
        var generator = SplitMix(seed: 12)
        for file in PublicStores.files(endingIn: ".mom") {
            let sound = [UInt8](try Data(contentsOf: file))
            for _ in 0..<40 {
                #expect(read(Array(sound[..<Int.random(in: 0..<sound.count, using: &generator)])) != nil)
                var bytes = sound
                for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << 5 }
                _ = read(bytes)
            }
        }
    }

    @Test(
        "Bytes that are no binary property list are an error",
        arguments: [[UInt8](), Array("bplist00".utf8), Array("<?xml version=\"1.0\"?><plist/>".utf8)])
    func whatIsNoArchiveIsNone(bytes: [UInt8]) {
        #expect(read(bytes)?.code == .damagedPropertyList)
    }

    @Test("An archive of something else is not a model")
    func anArchiveOfSomethingElseIsNoModel() {
        #expect(read(ArchiveWriter.bytes(of: "text"))?.code == .notAModel)
        #expect(read(ArchiveWriter.bytes(of: .object("NSManagedObjectModel", [])))?.code == .notAModel)
        #expect(read(ArchiveWriter.bytes(of: .model([("A", "text")])))?.code == .notAModel)
    }

    @Test("A cycle of parent entities ends")
    func entitiesThatAreTheirOwnParentsEnd() {
        let entity = Archived.entity("A", [("n", .attribute(200))], [("NSSuperentity", .reference("B"))])
        let parent = Archived.entity("B", [], [("NSSuperentity", .reference("A"))])
        #expect(read(ArchiveWriter.bytes(of: .model([("A", entity), ("B", parent)]))) == nil)
    }

    @Test("A predicate that contains itself is an error")
    func aPredicateThatHoldsItselfIsNotRead() throws {
        let predicate = Archived.labelled("P", .compound(1, [.reference("P"), .reference("P")]))
        let entity = Archived.entity("A", [("n", .attribute(700, [("NSValidationPredicates", .list([predicate]))]))])
        // Two to the power of the depth: more steps than an archive is granted.
        #expect(read(ArchiveWriter.bytes(of: .model([("A", entity)])))?.code == .tooLarge)
    }

    @Test("Many entities that share many properties are refused")
    func sharedProperties() {
        let property = Archived.labelled("p", .attribute(200))
        let properties = Archived.labelled(
            "all", .table([("p0", property)] + (1..<1000).map { ("p\($0)", .reference("p")) }))
        let entities = (0..<1000).map { number in
            (
                "E\(number)",
                Archived.object("NSEntityDescription", [("NSProperties", number == 0 ? properties : .reference("all"))])
            )
        }
        #expect(read(ArchiveWriter.bytes(of: .model(entities)))?.code == .tooLarge)
    }

    @Test("Notes are short, whatever the names are")
    func notesStayShortWhateverNamesAre() throws {
        let name = String(repeating: "long", count: 100_000)
        let properties = (0..<1000).map { ("p\($0)", Archived.attribute(7)) }
        let archive = ArchiveWriter.bytes(of: .model([(name, .entity("A", properties))]))
        let notes = try CompiledModel(archive: archive, name: "M").unreadableParts
        #expect(notes.count == 1000)
        #expect(notes.allSatisfy { $0.utf8.count < 300 })
    }

    @Test("Overlapping objects in an archive are an error")
    func objectsThatShareTheirBytesAreRefused() {
        // A hundred objects that all are the one array of a hundred members.
        var bytes = Array("bplist00".utf8) + [0xAF, 0x10, 100] + Array(repeating: UInt8(0), count: 100)
        let tableOffset = bytes.count
        bytes += Array(repeating: 8, count: 100) + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [100, 0, tableOffset] { bytes += withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } }
        #expect(read(bytes) == CompiledModelError(.damagedPropertyList, "objects overlap", at: "byte 8"))
    }

    @Test("A compressed model cache is read")
    func aModelCacheIsInflated() throws {
        let cache = try Self.deflate(Self.sound)
        let model = try CompiledModel(modelCache: cache, name: "M").model
        #expect(try model == CompiledModel(archive: Self.sound, name: "M").model)
        for count in stride(from: 0, to: cache.count, by: 3) {
            #expect(throws: CompiledModelError.self) {
                try CompiledModel(modelCache: Array(cache[..<count]), name: "M")
            }
        }
    }

    @Test("A model cache that decompresses to far more is refused")
    func largeModelCache() throws {
        let bomb = try Self.deflate(Array(repeating: 0, count: CompiledModel.maximumSizeBytes + 1))
        #expect(bomb.count < 100_000)
        let error = #expect(throws: CompiledModelError.self) { try CompiledModel(modelCache: bomb, name: "M") }
        #expect(error?.code == .tooLarge)
    }

    /// Compresses as stores do: without a header.
    private static func deflate(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let status = deflateInit2_(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        try #require(status == Z_OK)
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = CZLib.deflate(&stream, Z_FINISH)
            }
        }
        return Array(output[..<Int(stream.total_out)])
    }
}
