/// The members that Swift adds to the structs of generated code, which are `Codable`.
package enum CodableStructMembers {
    /// The types. Inside of a struct, such a name never means a type of the module.
    package static let types: Set<String> = ["CodingKeys"]
}
