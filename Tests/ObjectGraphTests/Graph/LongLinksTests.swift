import ObjectGraph
import TestSupport
import Testing

/// Relationships that lead to many objects.
struct LongLinksTests {
    @Test("a change of a long list is found in what a copy does not share with it")
    func parts() {
        let list = ReferenceList((1...100_000).map { reference($0 * 2) })
        var changed = list
        _ = changed.insertSorted(reference(77_777))
        _ = changed.removeSorted(reference(77_780))
        let parts = list.parts(differingFrom: changed)
        #expect(parts.own.count < 2000)
        #expect(Set(parts.others).subtracting(parts.own) == [reference(77_777)])
        let difference = Links.toMany(list).difference(to: .toMany(changed))
        #expect(difference.removed == [reference(77_780)])
        #expect(difference.added == [reference(77_777)])
        #expect(list != changed)
        _ = changed.removeSorted(reference(77_777))
        _ = changed.insertSorted(reference(77_780))
        #expect(list == changed)
        #expect(list == ReferenceList(Array(list)))
    }

    @Test("differences are those of sets, whatever lists share", arguments: 1...8)
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

    private func reference(_ number: Int) -> ObjectReference {
        ObjectReference(entity: 0, number: Int64(number))
    }
}
