import Foundation

/// The classes that a file of machine code declares: the list that Swift looks types up in, as compilers write it for
/// Linux.
///
/// All positions are checked, so that a file that is arranged in another way has no classes.
struct ClassList {
    /// A class on the top level of a module.
    struct Declared: Hashable {
        var module: String
        var name: String
    }

    private struct Section {
        var address: Int
        var offset: Int
        var size: Int
    }

    private let bytes: Data
    private var sections: [Section] = []
    private(set) var classes: [Declared] = []

    init(of bytes: Data) {
        self.bytes = bytes
        // An ELF file of 64 bits, with the lowest byte first.
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let start = number(at: 0x28, 8),
            let size = number(at: 0x3A, 2), let count = number(at: 0x3C, 2), let names = number(at: 0x3E, 2), size >= 64
        else { return }
        let headers = (0..<count).map { start &+ $0 &* size }
        guard names < count, let namesOffset = number(at: headers[names] &+ 0x18, 8) else { return }
        var lists: [Section] = []
        for header in headers {
            guard let name = number(at: header, 4), let kind = number(at: header &+ 4, 4),
                let address = number(at: header &+ 0x10, 8), let offset = number(at: header &+ 0x18, 8),
                let size = number(at: header &+ 0x20, 8)
            else { continue }
            // Sections that are loaded, and have bytes in the file.
            guard address != 0, kind != 8 else { continue }
            sections.append(Section(address: address, offset: offset, size: size))
            if text(atOffset: namesOffset &+ name) == "swift5_type_metadata" {
                lists.append(Section(address: address, offset: offset, size: size))
            }
        }
        for list in lists { read(list) }
    }

    private mutating func read(_ list: Section) {
        for position in stride(from: 0, to: list.size, by: 4) {
            let address = list.address &+ position
            // The lowest bits say how the type is referred to: 0 for directly.
            guard let distance = distance(at: address), distance & 3 == 0 else { continue }
            let type = address &+ distance
            // The kind 16 is a class, and 0 a module.
            guard let flags = number(atAddress: type), flags & 0x1F == 16,
                let toParent = self.distance(at: type &+ 4), toParent & 1 == 0,
                let parentFlags = number(atAddress: type &+ 4 &+ toParent), parentFlags & 0x1F == 0,
                let name = name(of: type), let module = self.name(of: type &+ 4 &+ toParent)
            else { continue }
            classes.append(Declared(module: module, name: name))
        }
    }

    /// The name of a type or a module.
    private func name(of context: Int) -> String? {
        guard let distance = distance(at: context &+ 8), let offset = offset(of: context &+ 8 &+ distance) else {
            return nil
        }
        return text(atOffset: offset)
    }

    private func offset(of address: Int) -> Int? {
        sections.first { address >= $0.address && address - $0.address < $0.size }.map {
            address - $0.address + $0.offset
        }
    }

    private func number(atAddress address: Int) -> Int? { offset(of: address).flatMap { number(at: $0, 4) } }

    /// The signed number at an address, which leads from there to another one.
    private func distance(at address: Int) -> Int? {
        number(atAddress: address).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    private func number(at offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes.withUnsafeBytes { bytes in
            switch count {
            case 2: Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
            case 4: Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            default: Int(exactly: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
        }
    }

    private func text(atOffset offset: Int) -> String? {
        guard offset >= 0, offset < bytes.count else { return nil }
        let characters = bytes[(bytes.startIndex + offset)...].prefix(256).prefix { $0 != 0 }
        return characters.isEmpty ? nil : String(validating: characters, as: UTF8.self)
    }
}
