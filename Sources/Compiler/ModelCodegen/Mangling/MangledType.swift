/// A type in the names of symbols, as far as properties of managed objects use it.
indirect enum MangledType: Hashable, Sendable {
    /// A type of the standard library with its own spelling, such as `SS` for `String`.
    case standard(String)
    /// A class or a structure of a module.
    case nominal(module: String, name: String, kind: Kind)
    /// An optional of a type.
    case optional(MangledType)
    /// An array of a type.
    case array(MangledType)
    /// A set of a type.
    case set(MangledType)

    /// The letter for the kind of a type.
    enum Kind: String, Hashable, Sendable {
        case classType = "C"
        case structure = "V"
    }

    /// A class of Foundation.
    static func foundationClass(_ name: String) -> MangledType {
        .nominal(module: "Foundation", name: name, kind: .classType)
    }

    /// A structure of Foundation, from its part without classes.
    static func foundationStructure(_ name: String) -> MangledType {
        .nominal(module: "FoundationEssentials", name: name, kind: .structure)
    }

    /// An integer of a width.
    static func integer(_ name: String) -> MangledType { .nominal(module: "Swift", name: name, kind: .structure) }
}

extension MangledType {
    /// The type as sources write it, without modules and spaces.
    var sourceText: String {
        switch self {
        case .standard(let spelling): Self.standardNames[spelling] ?? spelling
        case .nominal(_, let name, _): name
        case .optional(let type): type.sourceText + "?"
        case .array(let type): "[\(type.sourceText)]"
        case .set(let type): "Set<\(type.sourceText)>"
        }
    }

    private static let standardNames = [
        "SS": "String", "Si": "Int", "Sd": "Double", "Sf": "Float", "Sb": "Bool", "SDySSypG": "[String:Any]",
        "SDyS2SG": "[String:String]",
    ]
}
