// The addresses of leaves show which ones lists share. Only the others are searched for changes.
extension ReferenceList {
    /// A difference between two lists, between leaves that both contain.
    package struct DifferingRun {
        /// The references of the list.
        package var own: [ObjectReference]
        /// The references of the other list in this place.
        package var others: [ObjectReference]
        /// The index of the first of ``others`` in the other list.
        package var othersStart: Int

        /// The difference of two leaves' references, without a common prefix and suffix, because the caller looks up
        /// each reference. Nil if nothing differs.
        fileprivate init?(own: [ObjectReference], others: [ObjectReference], at place: Int) {
            let shorter = Swift.min(own.count, others.count)
            var start = 0
            while start < shorter, own[start] == others[start] { start += 1 }
            var end = 0
            while end < shorter - start, own[own.count - 1 - end] == others[others.count - 1 - end] { end += 1 }
            if own.count - start - end == 0, others.count - start - end == 0 { return nil }
            self.own = Array(own[start..<own.count - end])
            self.others = Array(others[start..<others.count - end])
            othersStart = place + start
        }

        /// Adds the references without a matching neighbor in the other list: those that only one list contains, and
        /// those that may have moved. After a small change there are few to look up.
        func unmatched(_ own: inout [ObjectReference], _ others: inout [ObjectReference]) {
            var (place, otherPlace) = (0, 0)
            while place < self.own.count, otherPlace < self.others.count {
                let (reference, other) = (self.own[place], self.others[otherPlace])
                let hasLeft = reference != other && place + 1 < self.own.count && self.own[place + 1] == other
                let hasCome =
                    reference != other && !hasLeft && otherPlace + 1 < self.others.count
                    && self.others[otherPlace + 1] == reference
                if reference != other, !hasCome { own.append(reference) }
                if reference != other, !hasLeft { others.append(other) }
                if !hasCome { place += 1 }
                if !hasLeft { otherPlace += 1 }
            }
            own += self.own[place...]
            others += self.others[otherPlace...]
        }
    }

    /// Whether two lists share all their references in memory. O(1).
    func isIdentical(to other: ReferenceList) -> Bool { leaves.isIdentical(to: other.leaves) }

    /// The differences of two lists, in ascending order. Both lists contain everything else, in the same order.
    ///
    /// O(*c* + √*n*) for a list and a copy of it with *c* changes.
    package func runs(differingFrom other: ReferenceList) -> [DifferingRun] {
        if isIdentical(to: other) { return [] }
        let shorter = Swift.min(leaves.count, other.leaves.count)
        var start = 0
        while start < shorter, leaves[start].isIdentical(to: other.leaves[start]) { start += 1 }
        var end = 0
        while end < shorter - start,
            leaves[leaves.count - 1 - end].isIdentical(to: other.leaves[other.leaves.count - 1 - end])
        {
            end += 1
        }
        return runs(in: start..<leaves.count - end, differingFrom: start..<other.leaves.count - end, of: other)
    }

    private func runs(
        in range: Range<Int>, differingFrom otherRange: Range<Int>, of other: ReferenceList
    ) -> [DifferingRun] {
        let otherPlaces = Dictionary(
            otherRange.map { (other.leaves[$0].address, $0) }, uniquingKeysWith: { first, _ in first })
        var runs: [DifferingRun] = []
        var position = other.leaves[..<otherRange.lowerBound].reduce(0) { $0 + $1.count }
        var (first, otherFirst) = (range.lowerBound, otherRange.lowerBound)
        func endRun(at place: Int, _ otherPlace: Int) {
            let own = Array(leaves[first..<place].joined())
            let others = Array(other.leaves[otherFirst..<otherPlace].joined())
            if let run = DifferingRun(own: own, others: others, at: position) { runs.append(run) }
            position += others.count
        }
        for place in range {
            // Shared leaves have the same order in both. The other leaves are compared by element.
            guard let otherPlace = otherPlaces[leaves[place].address], otherPlace >= otherFirst,
                leaves[place].isIdentical(to: other.leaves[otherPlace])
            else { continue }
            endRun(at: place, otherPlace)
            position += leaves[place].count
            (first, otherFirst) = (place + 1, otherPlace + 1)
        }
        endRun(at: range.upperBound, otherRange.upperBound)
        return runs
    }

    /// The references with some replaced by others, and some removed.
    ///
    /// - Parameters:
    ///   - base: A list without references to replace. Parts shared with it are skipped.
    ///   - isOrdered: Whether the list has its own order; otherwise it is sorted.
    ///   - transform: Returns the replacement for a reference; nil to remove it.
    package func mapping(
        since base: ReferenceList, isOrdered: Bool, _ transform: (ObjectReference) -> ObjectReference?
    ) -> ReferenceList {
        let replaced = runs(differingFrom: base).flatMap { $0.own.filter { transform($0) != $0 } }
        if replaced.isEmpty { return self }
        guard replaced.count < count / 8 else {
            let mapped = compactMap(transform)
            return ReferenceList(isOrdered ? mapped : mapped.sorted())
        }
        if isOrdered { return mappingLeaves(missingFrom: base, transform) }
        var mapped = self
        for reference in replaced { _ = mapped.removeSorted(reference) }
        for reference in replaced.lazy.compactMap(transform) { _ = mapped.insertSorted(reference) }
        return mapped
    }

    private func mappingLeaves(
        missingFrom base: ReferenceList, _ transform: (ObjectReference) -> ObjectReference?
    ) -> ReferenceList {
        let known = Set(base.leaves.map { $0.address })
        var mapped = ReferenceList()
        for leaf in leaves {
            let part = known.contains(leaf.address) ? leaf : leaf.compactMap(transform)
            if !part.isEmpty { mapped.leaves.append(part) }
            mapped.count += part.count
        }
        return mapped
    }
}

extension [ObjectReference] {
    /// The address of the elements in memory.
    fileprivate var address: UnsafePointer<ObjectReference>? { withUnsafeBufferPointer { $0.baseAddress } }
}

extension Array {
    /// Whether the elements are at the same address in memory.
    fileprivate func isIdentical(to other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { $0.baseAddress } == other.withUnsafeBufferPointer { $0.baseAddress }
    }
}

extension ReferenceList: Hashable {
    @usableFromInline
    package static func == (left: ReferenceList, right: ReferenceList) -> Bool {
        left.count == right.count && left.runs(differingFrom: right).allSatisfy { $0.own == $0.others }
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for reference in self { hasher.combine(reference) }
    }
}
