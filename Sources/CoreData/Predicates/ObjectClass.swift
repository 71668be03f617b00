import Foundation
import ObjectGraph

/// Gives a new object another class, for classes of Foundation whose initializers all end the program.
///
/// An object of Swift begins with the address of its class. The other class has the same stored properties, declared in
/// the same order after those of the same superclass, so that all that differs are the methods.
enum ObjectClass {
    /// Returns a new object as one of another class.
    ///
    /// The result is found by its address, so that the compiler doesn't assume that it still has the class that it was
    /// created with.
    ///
    /// - Precondition: Objects of both classes have the same size and alignment. Otherwise, the program ends with a
    ///   message, before it changes anything.
    @inline(never)
    @_optimize(none)
    static func changed<Object: NSObject>(_ object: NSObject, to type: AnyClass, as _: Object.Type) -> Object? {
        let start = Unmanaged.passRetained(object).toOpaque()
        let current = start.load(as: UInt.self)
        guard isKnown, current == address(of: Swift.type(of: object)),
            layout(of: Swift.type(of: object)) == layout(of: type)
        else {
            endProgram("objects of \(type) cannot be created; this version of Swift arranges objects in another way")
        }
        start.storeBytes(of: address(of: type), as: UInt.self)
        return Unmanaged<NSObject>.fromOpaque(start).takeRetainedValue() as? Object
    }

    private static func address(of type: AnyClass) -> UInt { unsafeBitCast(type, to: UInt.self) }

    /// Whether the arrangement of classes is known.
    private static var isKnown: Bool {
        #if !canImport(ObjectiveC) && _pointerBitWidth(_64)
            true
        #else
            false
        #endif
    }

    /// The size and the alignment of a class's objects, as its metadata has them.
    private static func layout(of type: AnyClass) -> [UInt32] {
        // Safe where the arrangement is known: a class is a pointer to its metadata, and every class has these words.
        let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
        return [UInt32(truncatingIfNeeded: metadata[3]), UInt32(truncatingIfNeeded: metadata[3] >> 32) & 0xFFFF]
    }
}
