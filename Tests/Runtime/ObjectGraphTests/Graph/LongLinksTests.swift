import ObjectGraph
import TestSupport
import Testing

/// Relationships that lead to many objects.
struct LongLinksTests {
    @Test("Changes of a long list are found in what a copy does not share with it, wherever they are")
    func runs() {
        let list = ReferenceList((1...100_000).map { reference($0 * 2) })
        var changed = list
        _ = changed.insertSorted(reference(77_777))
        _ = changed.removeSorted(reference(77_780))
        _ = changed.insertSorted(reference(3))
        _ = changed.insertSorted(reference(199_999))
        let runs = list.runs(differingFrom: changed)
        #expect(runs.count == 3)
        #expect(runs.reduce(0) { $0 + $1.own.count } < 3000)
        for run in runs { #expect(Array(changed)[run.othersStart] == run.others.first) }
        let difference = Links.toMany(list).difference(to: .toMany(changed))
        #expect(difference.removed == [reference(77_780)])
        #expect(difference.added == [reference(3), reference(77_777), reference(199_999)])
        #expect(list != changed)
        _ = changed.removeSorted(reference(3))
        _ = changed.removeSorted(reference(199_999))
        _ = changed.removeSorted(reference(77_777))
        _ = changed.insertSorted(reference(77_780))
        #expect(list == changed)
        #expect(list == ReferenceList(Array(list)))
    }

    @Test("Differences are those of sets, whatever lists share", arguments: 1...8)
    func differences(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        var list = ReferenceList((1...3000).map(reference))
        for step in 0..<40 {
            var changed = step % 10 == 9 ? ReferenceList() : list
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let other = reference(Int.random(in: 1...6000, using: &generator))
                if Bool.random(using: &generator) {
                    _ = changed.insertSorted(other)
                } else {
                    _ = changed.removeSorted(other)
                }
            }
            let difference = Links.toMany(list).difference(to: .toMany(changed))
            let (old, new) = (Set(list), Set(changed))
            #expect(difference.removed == list.filter { !new.contains($0) })
            #expect(difference.added == changed.filter { !old.contains($0) })
            #expect((list == changed) == (old == new))
            if step % 10 != 9 { list = changed }
        }
    }

    @Test("A list in which some references are replaced shares what has none of them", arguments: [true, false])
    func replacing(isOrdered: Bool) {
        let base = ReferenceList((1...100_000).map { reference($0 * 2) })
        var changed = base
        let new = (1...3).map { ObjectReference(entity: 0, number: $0, isTemporary: true) }
        if isOrdered {
            for (place, reference) in zip([70_000, 5, 0], new) { changed.insert(reference, at: place) }
        } else {
            for reference in new { _ = changed.insertSorted(reference) }
        }
        let names = [new[0]: reference(140_001), new[1]: reference(200_003)]
        let mapped = changed.mapping(since: base, isOrdered: isOrdered) { $0.isTemporary ? names[$0] : $0 }
        let expected = changed.compactMap { $0.isTemporary ? names[$0] : $0 }
        #expect(Array(mapped) == (isOrdered ? expected : expected.sorted()))
        #expect(mapped.count == 100_002)
        #expect(base.runs(differingFrom: mapped).reduce(0) { $0 + $1.others.count } < 3000)
    }

    private func reference(_ number: Int) -> ObjectReference {
        ObjectReference(entity: 0, number: Int64(number))
    }
}
