package import ModelExpressions

extension ModelKeyPath {
    /// Reads a path in a mapping model.
    ///
    /// Mapping models can contain operators that predicates do not have, such as
    /// `countries.@distinctUnionOfSets.moods`. They are keys here.
    package init?(inMappingModel text: String) {
        if let path = ModelKeyPath(text: text) {
            self = path
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(parts.map { .key(String($0)) })
    }

    /// Whether a step of the path is an operator, also one that predicates do not have.
    package var hasOperator: Bool { components.contains { $0.description.hasPrefix("@") } }
}
