/// A type as it stands in the names of symbols, as far as properties of managed objects have it.
indirect enum MangledType: Hashable, Sendable {
    /// One of the standard library's that has a spelling of its own, such as `SS` for `String`.
    case standard(String)
    /// A class or a structure of a module.
    case nominal(module: String, name: String, kind: Kind)
    /// An optional of a type.
    case optional(MangledType)
    /// An array of a type.
    case array(MangledType)
    /// A set of a type.
    case set(MangledType)

    /// What stands for the kind of a type.
    enum Kind: String, Hashable, Sendable {
        case classType = "C"
        case structure = "V"
    }

    /// A class of Foundation's.
    static func foundationClass(_ name: String) -> MangledType {
        .nominal(module: "Foundation", name: name, kind: .classType)
    }

    /// A structure of Foundation's, which lives in the part of it that has no classes.
    static func foundationStructure(_ name: String) -> MangledType {
        .nominal(module: "FoundationEssentials", name: name, kind: .structure)
    }

    /// An integer of a width.
    static func integer(_ name: String) -> MangledType {
        .nominal(module: "Swift", name: name, kind: .structure)
    }
}
