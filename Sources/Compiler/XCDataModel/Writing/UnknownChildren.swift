/// The unknown inner elements, by the position at which to write them.
struct UnknownChildren {
    /// The elements before all known ones.
    private(set) var first: [XMLElement] = []
    /// The elements after a known element, which are written after its group.
    private(set) var after: [FormatName: [XMLElement]] = [:]

    init(of sources: [XMLElement], known: [FormatName]) {
        for source in sources {
            var group: FormatName?
            for child in source.children {
                if let name = child.formatName, known.contains(name) {
                    group = name
                } else if let group {
                    after[group, default: []].append(child)
                } else {
                    first.append(child)
                }
            }
        }
    }
}
