extension Model {
    /// A composite that contains itself, directly or through others; nil if there is none. Equal models have the same
    /// one.
    ///
    /// No value of such a composite ends, and neither does what follows its members. O(*n*) in the number of members,
    /// and without recursion, because a hostile model can be as deep as it is large.
    package var recursiveCompositeName: String? {
        let composites = Dictionary(self.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var finished: Set<String> = []
        for start in composites.keys.sorted() where !finished.contains(start) {
            var open: Set<String> = [start]
            var stack = [(name: start, members: composites[start]?.attributes[...] ?? [])]
            while let (name, members) = stack.last {
                guard let member = members.first else {
                    stack.removeLast()
                    open.remove(name)
                    finished.insert(name)
                    continue
                }
                stack[stack.count - 1].members = members.dropFirst()
                guard member.type == .composite, let inner = member.compositeName.flatMap({ composites[$0] }),
                    !finished.contains(inner.name)
                else { continue }
                guard open.insert(inner.name).inserted else { return inner.name }
                stack.append((inner.name, inner.attributes[...]))
            }
        }
        return nil
    }
}
