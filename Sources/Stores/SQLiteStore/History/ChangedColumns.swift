import Foundation
import ModelSchema
import ObjectGraph

/// The names of an entity's properties as bits (`ZCOLUMNS`): attributes and relationships by name in one list, the
/// first one in the highest bit of the first byte.
struct ChangedColumns {
    private let names: [String]

    init(of entity: EntityDescription) {
        let attributes = entity.attributes.filter { !$0.isTransient }.map(\.name)
        let relationships = entity.relationships.filter { !$0.schema.isTransient }.map(\.name)
        names = (attributes + relationships).sorted()
    }

    func bits(of changed: [String]) -> Data {
        let changed = Set(changed)
        var bytes = Data(repeating: 0, count: (names.count + 7) / 8)
        for (place, name) in names.enumerated() where changed.contains(name) {
            bytes[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        return bytes
    }

    func names(in bits: Data) -> [String] {
        let bytes = Array(bits)
        return names.enumerated().filter { place, _ in
            place / 8 < bytes.count && bytes[place / 8] & (0x80 >> UInt8(place % 8)) != 0
        }.map(\.element)
    }
}
