/// Something that a plugin cannot go on from, in words for the build log.
struct PluginError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
