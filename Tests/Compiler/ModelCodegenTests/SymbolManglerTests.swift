import Testing

@testable import ModelCodegen

/// Symbols as the Swift compiler 6.3 has written them for classes of a module `SurfJournal`.
@Suite struct SymbolManglerTests {
    private let entry = MangledType.nominal(module: "SurfJournal", name: "JournalEntry", kind: .classType)
    private let surf = MangledType.nominal(module: "SurfJournal", name: "Surf", kind: .classType)

    @Test("Symbols of properties are mangled with their types")
    func propertiesAreNamedByTheirTypes() {
        let symbols = [
            SymbolMangler.getter("name", .optional(.standard("SS")), of: entry),
            SymbolMangler.setter("i32", .integer("Int32"), of: entry),
            SymbolMangler.getter("date", .optional(.foundationStructure("Date")), of: entry),
            SymbolMangler.getter("surf", .optional(surf), of: entry),
            SymbolMangler.getter("journal", .optional(entry), of: entry),
            SymbolMangler.getter("surfJournalEntryName_two2Words", .optional(.standard("SS")), of: entry),
            SymbolMangler.setter("place", .optional(.standard("SDySSypG")), of: entry),
            SymbolMangler.getter("earlier", .optional(.array(entry)), of: entry),
            SymbolMangler.getter("all", .foundationClass("NSArray"), of: entry),
        ]
        #expect(
            symbols == [
                "$s11SurfJournal0B5EntryC4nameSSSgvg", "$s11SurfJournal0B5EntryC3i32s5Int32Vvs",
                "$s11SurfJournal0B5EntryC4date20FoundationEssentials4DateVSgvg",
                "$s11SurfJournal0B5EntryC4surfAA0A0CSgvg", "$s11SurfJournal0B5EntryC7journalACSgvg",
                "$s11SurfJournal0B5EntryC04surfbC14Name_two2WordsSSSgvg",
                "$s11SurfJournal0B5EntryC5placeSDySSypGSgvs", "$s11SurfJournal0B5EntryC7earlierSayACGSgvg",
                "$s11SurfJournal0B5EntryC3all10Foundation7NSArrayCvg",
            ])
    }

    @Test("Identifiers outside ASCII are encoded")
    func identifiersOutsideASCII() {
        let owner = MangledType.nominal(module: "Bild", name: "Größe", kind: .classType)
        let number = MangledType.integer("Int32")
        let names = ["größe", "bigÜber", "überBig", "名前größe", "🐄", "Größe"]
        #expect(
            names.map { SymbolMangler.getter($0, number, of: owner) } == [
                "$s4Bild009Gre_GkaIiC009gre_GkaIis5Int32Vvg", "$s4Bild009Gre_GkaIiC0010bigber_rsas5Int32Vvg",
                "$s4Bild009Gre_GkaIiC0010berBig_Cyas5Int32Vvg", "$s4Bild009Gre_GkaIiC0017gre_GkaIiwFEFcutcs5Int32Vvg",
                "$s4Bild009Gre_GkaIiC004vnIhs5Int32Vvg", "$s4Bild009Gre_GkaIiCABs5Int32Vvg",
            ])
        #expect(
            SymbolMangler.setter("ñ2", .optional(owner), of: owner) == "$s4Bild009Gre_GkaIiC005_2_qgaACSgvs")
        #expect(
            SymbolMangler.getter("名前", .optional(.standard("SS")), of: owner)
                == "$s4Bild009Gre_GkaIiC006ldrIFbSSSgvg")
        #expect(
            SymbolMangler.method("addToÄpfel", [(nil, owner)], of: owner)
                == "$s4Bild009Gre_GkaIiC0013addTopfel_utayyACF")
        #expect(
            SymbolMangler.method("replaceÄ", [("at", number), ("wìth", owner)], of: owner)
                == "$s4Bild009Gre_GkaIiC0011replace_Apa2at007wth_nmays5Int32V_ACtF")
    }

    @Test("Symbols of methods are mangled with their labels and parameters")
    func methods() {
        let places = MangledType.foundationClass("NSIndexSet")
        let symbols = [
            SymbolMangler.method("addToJournal", [(nil, entry)], of: entry),
            SymbolMangler.method("removeFromEntries", [("at", .standard("Si"))], of: entry),
            SymbolMangler.method("replaceEntries", [("at", places), ("with", .array(surf))], of: entry),
        ]
        #expect(
            symbols == [
                "$s11SurfJournal0B5EntryC05addToB0yyACF", "$s11SurfJournal0B5EntryC17removeFromEntries2atySi_tF",
                "$s11SurfJournal0B5EntryC14replaceEntries2at4withy10Foundation10NSIndexSetC_SayAA0A0CGtF",
            ])
    }
}
