package import ModelSchema

/// A kind of element with settings: the one table of them that comparing, editing and the text form of models share.
package protocol SettableElement: Sendable {
    /// What a path calls an element of this kind.
    static var pathKind: SchemaPath.Kind { get }
    /// Everything that can be set, in the order in which changes are told. The name is one of them, where there is one.
    static var fields: [SettingField<Self>] { get }
}
