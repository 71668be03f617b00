import CompiledModels

/// Writes objects as a keyed archive.
///
/// An object gets the next number when it is first referred to, and is written with all of its members before the next
/// one. Equal strings and numbers are one object.
///
/// Source: the order of objects in public archives.
struct KeyedArchiveWriter {
    private var list = BinaryPropertyListWriter()
    /// The archive's objects by number; nil until they are written.
    private var objects: [Int?] = []
    private var numbersOfObjects: [ObjectIdentifier: Int] = [:]
    private var numbersOfClasses: [ArchiveClass: Int] = [:]
    private var numbersOfStrings: [String: Int] = [:]
    /// By the number of the value in the list, in which equal scalars are one.
    private var numbersOfNumbers: [Int: Int] = [:]

    /// Returns the archive of an object. Every object that is referred to must also be a member of one.
    static func bytes(of root: ArchivedObject) -> [UInt8] {
        var writer = KeyedArchiveWriter()
        writer.objects.append(writer.list.add(.string("$null")))
        let top = writer.list.add(.reference(writer.write(root)))
        let table = writer.list.add([("root", top)])
        let members = writer.objects.map { $0 ?? 0 }
        let file = [
            ("$version", writer.list.add(.integer(100_000))),
            ("$archiver", writer.list.add(.string("NSKeyedArchiver"))),
            ("$top", table), ("$objects", writer.list.add(.array(members))),
        ]
        let number = writer.list.add(file)
        return writer.list.bytes(root: number)
    }

    private mutating func reserve() -> Int {
        objects.append(nil)
        return objects.count - 1
    }

    private mutating func number(of object: ArchivedObject) -> Int {
        let identity = ObjectIdentifier(object)
        if let number = numbersOfObjects[identity] { return number }
        let number = reserve()
        numbersOfObjects[identity] = number
        return number
    }

    /// Writes an object, unless it has been written or is being written, and returns its number.
    private mutating func write(_ object: ArchivedObject) -> Int {
        let number = number(of: object)
        guard objects[number] == nil else { return number }
        // Marks the object, to which its members can refer.
        objects[number] = 0
        var members = object.members.map { member in (member.key.rawValue, value(of: member.value)) }
        members.append((ArchiveKey.objectClass.rawValue, list.add(.reference(write(object.archiveClass)))))
        objects[number] = list.add(members)
        return number
    }

    private mutating func write(_ archiveClass: ArchiveClass) -> Int {
        if let number = numbersOfClasses[archiveClass] { return number }
        let number = reserve()
        numbersOfClasses[archiveClass] = number
        let names = archiveClass.lineage.map { list.add(.string($0)) }
        objects[number] = list.add([
            (ArchiveKey.className.rawValue, list.add(.string(archiveClass.rawValue))),
            (ArchiveKey.classNames.rawValue, list.add(.array(names))),
        ])
        return number
    }

    /// The number of a member in the list.
    private mutating func value(of member: ArchivedMember) -> Int {
        switch member {
        case .null: return list.add(.reference(0))
        case .boolean(let value): return list.add(.boolean(value))
        case .integer(let value): return list.add(.integer(value))
        case .real(let value): return list.add(.real(value))
        case .bytes(let bytes): return list.add(.data(bytes))
        case .string(let text):
            if let number = numbersOfStrings[text] { return list.add(.reference(number)) }
            let number = reserve()
            numbersOfStrings[text] = number
            objects[number] = list.add(.string(text))
            return list.add(.reference(number))
        case .numberObject(let node):
            let value = list.add(node)
            if let number = numbersOfNumbers[value] { return list.add(.reference(number)) }
            let number = reserve()
            numbersOfNumbers[value] = number
            objects[number] = value
            return list.add(.reference(number))
        case .data(let bytes):
            let number = reserve()
            objects[number] = list.add(.data(bytes))
            return list.add(.reference(number))
        case .object(let object): return list.add(.reference(write(object)))
        case .conditional(let reference): return list.add(.reference(reference.object.map { number(of: $0) } ?? 0))
        case .list(let members):
            let numbers = members.map { value(of: $0) }
            return list.add(.array(numbers))
        }
    }
}
