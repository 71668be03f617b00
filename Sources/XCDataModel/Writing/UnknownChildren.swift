/// The elements inside an element that the format does not know there, by the place they are to be written at.
struct UnknownChildren {
    /// Those before everything known.
    private(set) var first: [XMLElement] = []
    /// Those that follow a known element, and so its group.
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
