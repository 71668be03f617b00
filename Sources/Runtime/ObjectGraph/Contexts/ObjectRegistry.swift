/// The instances of a context by their references. It does not retain them:
/// an object removes itself when it is deallocated.
///
/// Consecutive references share a page, and pages are found by open addressing with linear probing, so objects that
/// were created together are also near each other in memory. All operations are O(1).
struct ObjectRegistry<Object: AnyObject> {
    /// The page of each place plus one; 0 for none.
    private var pages: [UInt64] = Array(repeating: 0, count: 8)
    /// How many objects each page has.
    private var pageCounts: [UInt8] = Array(repeating: 0, count: 8)
    /// The objects of the pages, one page after the other.
    private var objects: [Unmanaged<Object>?] = Array(repeating: nil, count: 8 * pageSize)
    private var pageCount = 0
    /// 64 less the number of bits of a place.
    private var shift: UInt64 = 61
    private(set) var count = 0
    /// The places of the last insertion and removal: the next ones are usually adjacent.
    private var insertionPlace = 0
    private var removalPlace = 0
    private static var pageBits: UInt64 { 4 }
    private static var pageSize: Int { 1 << 4 }

    subscript(reference: ObjectReference) -> Object? {
        let place = place(ofPage: reference.rawValue >> Self.pageBits)
        return objects[place * Self.pageSize + Self.offset(reference)]?.takeUnretainedValue()
    }

    /// The objects with some consecutive references. O(*n*) in the number of their pages, if there are none.
    func objects(from first: ObjectReference, count: Int) -> [Object] {
        guard count > 0 else { return [] }
        let last = first.rawValue + UInt64(count - 1)
        var found: [Object] = []
        for page in first.rawValue >> Self.pageBits...last >> Self.pageBits {
            let place = place(ofPage: page)
            guard pages[place] != 0 else { continue }
            for offset in 0..<Self.pageSize {
                let rawValue = page << Self.pageBits + UInt64(offset)
                guard rawValue >= first.rawValue, rawValue <= last,
                    let object = objects[place * Self.pageSize + offset]
                else { continue }
                found.append(object.takeUnretainedValue())
            }
        }
        return found
    }

    /// Adds an object with a reference, and replaces another one.
    mutating func insert(_ object: Object, at reference: ObjectReference) {
        let page = reference.rawValue >> Self.pageBits
        var place = place(ofPage: page, guess: insertionPlace)
        if pages[place] == 0 {
            if (pageCount + 1) * 4 > pages.count * 3 {
                grow()
                place = self.place(ofPage: page)
            }
            pages[place] = page + 1
            pageCount += 1
        }
        insertionPlace = place
        let slot = place * Self.pageSize + Self.offset(reference)
        if objects[slot] == nil {
            count += 1
            pageCounts[place] += 1
        }
        objects[slot] = Unmanaged.passUnretained(object)
    }

    /// Removes an object with a reference, unless another one now has it.
    mutating func remove(_ object: Object, at reference: ObjectReference) {
        let place = place(ofPage: reference.rawValue >> Self.pageBits, guess: removalPlace)
        removalPlace = place
        let slot = place * Self.pageSize + Self.offset(reference)
        guard objects[slot]?.toOpaque() == Unmanaged.passUnretained(object).toOpaque() else { return }
        objects[slot] = nil
        count -= 1
        pageCounts[place] -= 1
        if pageCounts[place] == 0 { removePage(at: place) }
    }

    /// Reserves space for a number of objects with consecutive references.
    mutating func reserveCapacity(_ wanted: Int) {
        while wanted / Self.pageSize * 4 > pages.count * 3 { grow() }
    }

    /// All objects, in any order.
    var all: [Object] { objects.compactMap { $0?.takeUnretainedValue() } }

    /// Calls a closure with each object, in any order.
    func forEach(_ body: (Object) -> Void) {
        for object in objects {
            if let object { body(object.takeUnretainedValue()) }
        }
    }

    private static func offset(_ reference: ObjectReference) -> Int {
        Int(truncatingIfNeeded: reference.rawValue) & (pageSize - 1)
    }

    /// Returns the place of a page, or the one for it.
    private func place(ofPage page: UInt64) -> Int {
        let mask = pages.count - 1
        var place = home(ofPage: page)
        while pages[place] != 0, pages[place] != page + 1 { place = (place + 1) & mask }
        return place
    }

    private func place(ofPage page: UInt64, guess: Int) -> Int {
        pages[guess] == page + 1 ? guess : place(ofPage: page)
    }

    private func home(ofPage page: UInt64) -> Int {
        Int(truncatingIfNeeded: (page &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Removes a page, and moves those that it displaced, so that probing finds them.
    private mutating func removePage(at place: Int) {
        pageCount -= 1
        let mask = pages.count - 1
        var hole = place
        var next = (hole + 1) & mask
        while pages[next] != 0 {
            if (next &- home(ofPage: pages[next] - 1)) & mask >= (next &- hole) & mask {
                movePage(from: next, to: hole)
                hole = next
            }
            next = (next + 1) & mask
        }
        pages[hole] = 0
        pageCounts[hole] = 0
        for slot in hole * Self.pageSize..<(hole + 1) * Self.pageSize { objects[slot] = nil }
    }

    private mutating func movePage(from source: Int, to target: Int) {
        pages[target] = pages[source]
        pageCounts[target] = pageCounts[source]
        for offset in 0..<Self.pageSize {
            objects[target * Self.pageSize + offset] = objects[source * Self.pageSize + offset]
        }
    }

    private mutating func grow() {
        let old = self
        let capacity = old.pages.count * 2
        pages = Array(repeating: 0, count: capacity)
        pageCounts = Array(repeating: 0, count: capacity)
        objects = Array(repeating: nil, count: capacity * Self.pageSize)
        shift -= 1
        for (index, page) in old.pages.enumerated() where page != 0 {
            let place = place(ofPage: page - 1)
            pages[place] = page
            pageCounts[place] = old.pageCounts[index]
            for offset in 0..<Self.pageSize {
                objects[place * Self.pageSize + offset] = old.objects[index * Self.pageSize + offset]
            }
        }
    }
}
