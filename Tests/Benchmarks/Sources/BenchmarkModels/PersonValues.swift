package import Foundation

/// The values of one person: what every side of a comparison holds,
/// and a plain value that no runtime can be faster than.
package struct PersonValues: Codable {
    package var id: Int64
    package var name: String
    package var email: String
    package var age: Int32
    package var score: Double
    package var created: Date
    package var isActive: Bool

    package init(number: Int) {
        id = Int64(number)
        name = "Person \(number)"
        email = "person.\(number)@example.com"
        age = Int32(number % 90)
        score = Double(number) / 7
        created = Date(timeIntervalSinceReferenceDate: Double(number) * 61.5)
        isActive = number % 3 == 0
    }

    /// With a name, an age and one of some addresses that look random and are the same in every run.
    package init(scattered number: Int) {
        self.init(number: number)
        let mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
        name = "Person \(String(mixed >> 20, radix: 36)) \(number)"
        email = "office\(mixed % 997)@example.com"
        age = Int32(mixed >> 33 & 0xFFFF)
    }

    /// Something that depends on every value, so that none is left unread.
    package var weight: Int {
        name.utf8.count + email.utf8.count + Int(age) + Int(score) + Int(created.timeIntervalSinceReferenceDate)
            + (isActive ? 1 : 0)
    }
}
