extension Attribute {
    /// The Swift type that ``customClassName`` names: without the dot with which a name of the current module begins;
    /// nil if the class is missing, as in `Module.`, where an editor has only a module.
    ///
    /// The text is that of the model, so it is not necessarily a type.
    public var customTypeName: String? {
        guard let name = customClassName, !name.isEmpty, !name.hasSuffix(".") else { return nil }
        return name.hasPrefix(".") ? String(name.dropFirst()) : name
    }
}
