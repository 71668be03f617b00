import Foundation
import ObjectGraph

/// The reference objects of a custom store, and the numbers that the runtime has for them.
///
/// A positive integer is its object's number, if no other object of the family has it. Other reference objects are
/// numbered in the order in which they appear.
// Unchecked: the lock guards what changes, and stores must not change a reference object.
final class StoreReferences: @unchecked Sendable {
    private struct Key: Hashable {
        var entityName: String
        var reference: AnyHashable
    }

    private struct State {
        var objectIDs: [Key: ObjectID] = [:]
        /// The reference objects by the root entity and the number.
        var references: [String: [Int64: Any]] = [:]
        var rootNames: [String: String] = [:]
        var lastNumbers: [String: Int64] = [:]

        /// A number that no other reference object of the family has.
        mutating func number(for reference: AnyHashable, rootName: String) -> Int64 {
            let last = lastNumbers[rootName, default: 0]
            let taken = references[rootName] ?? [:]
            if let number = reference.base as? Int64, number > last, number < maximumOwnNumber, taken[number] == nil {
                return number
            }
            var number = last + 1
            while taken[number] != nil { number += 1 }
            lastNumbers[rootName] = number
            return number
        }
    }

    /// Greater integers are numbered as other reference objects are.
    private static let maximumOwnNumber: Int64 = 1 << 45
    private let lock = NSLock()
    private var state = State()

    /// The ID for a reference object; another one for each.
    func objectID(for reference: Any, of entity: EntityDescription, in store: UUID) -> ObjectID {
        let key = Key(entityName: entity.name, reference: Self.hashable(reference))
        return lock.withLock {
            if let known = state.objectIDs[key] { return known }
            let number = state.number(for: key.reference, rootName: entity.rootName)
            let objectID = ObjectID(storeIdentifier: store, entityName: entity.name, number: number)
            state.objectIDs[key] = objectID
            state.rootNames[entity.name] = entity.rootName
            state.references[entity.rootName, default: [:]][number] = reference
            return objectID
        }
    }

    /// The reference object of an ID; nil for one that was not made here.
    func reference(of objectID: ObjectID) -> Any? {
        lock.withLock {
            state.rootNames[objectID.entityName].flatMap { state.references[$0]?[objectID.number] }
        }
    }

    /// Reserves numbers that no reference object has or will get.
    func reserve(_ count: Int, rootName: String) -> Int64 {
        lock.withLock {
            let taken = state.references[rootName]?.keys.max() ?? 0
            let last = max(state.lastNumbers[rootName, default: 0], taken)
            state.lastNumbers[rootName] = last + Int64(count)
            return last + 1
        }
    }

    /// The text of a reference object in the URI of its ID.
    func text(of objectID: ObjectID) -> String? { reference(of: objectID).map { "\(Self.hashable($0).base)" } }

    /// The ID whose URI contains a text: that of the object with this reference object,
    /// or else of a number or a string.
    func objectID(forText text: String, of entity: EntityDescription, in store: UUID) -> ObjectID {
        let candidates: [AnyHashable?] = [
            Int64(text).map { AnyHashable($0) }, AnyHashable(text), UUID(uuidString: text).map { AnyHashable($0) },
        ]
        let keys = candidates.compactMap { $0 }.map { Key(entityName: entity.name, reference: $0) }
        let known = lock.withLock { keys.compactMap { state.objectIDs[$0] }.first }
        return known ?? objectID(for: Int64(text).map { NSNumber(value: $0) } ?? text, of: entity, in: store)
    }

    /// A reference object as a value: Foundation's objects equal the corresponding Swift values.
    private static func hashable(_ reference: Any) -> AnyHashable {
        switch reference {
        case let text as String: return AnyHashable(text)
        case let text as NSString: return AnyHashable(text.description)
        case let number as NSNumber:
            let isInteger = number.doubleValue == Double(number.int64Value)
            return isInteger ? AnyHashable(number.int64Value) : AnyHashable(number)
        case let number as any BinaryInteger:
            return Int64(exactly: number).map { AnyHashable($0) } ?? AnyHashable("\(number)")
        case let uuid as NSUUID: return UUID(uuidString: uuid.uuidString).map { AnyHashable($0) } ?? AnyHashable(uuid)
        case let url as NSURL: return AnyHashable(url.absoluteString)
        case let reference as AnyHashable: return reference
        default:
            endProgram("expected a hashable reference object, got \(type(of: reference))")
        }
    }
}
