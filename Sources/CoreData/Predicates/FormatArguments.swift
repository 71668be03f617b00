public import Foundation

// What sources for Apple's platforms pass as the arguments of a format: there, every object can be one,
// and what bridges to one.
extension NSNumber: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSDate: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSData: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSUUID: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSURL: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSNull: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSSet: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSOrderedSet: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSArray: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSDictionary: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSPredicate: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSManagedObjectID: CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }
extension NSManagedObject: CVarArg { public var _cVarArgEncoding: [Int] { [address(of: self)] } }

extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The address of the value as an object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
    /// The value as an object of Foundation, which the list of arguments retains.
    public var _cVarArgObject: any CVarArg { NSUUID(uuidString: uuidString) ?? NSUUID() }
}
extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The address of the value as an object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
    /// The value as an object of Foundation, which the list of arguments retains.
    public var _cVarArgObject: any CVarArg { NSDate(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }
}
extension Data: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The address of the value as an object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
    /// The value as an object of Foundation, which the list of arguments retains.
    public var _cVarArgObject: any CVarArg { NSData(data: self) }
}
extension URL: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The address of the value as an object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
    /// The value as an object of Foundation, which the list of arguments retains.
    public var _cVarArgObject: any CVarArg { NSURL(string: absoluteString) ?? NSURL(fileURLWithPath: path) }
}
extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The address of the value as an object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
    /// The value as an object of Foundation, which the list of arguments retains.
    public var _cVarArgObject: any CVarArg { NSArray(array: map { $0 as Any }) }
}
extension Set: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The address of the value as an object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
    /// The value as an object of Foundation, which the list of arguments retains.
    public var _cVarArgObject: any CVarArg { NSSet(array: map { $0 as Any }) }
}

private func address(of object: AnyObject) -> Int { Int(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }
