public import Foundation

public protocol NSFetchRequestResult: NSObjectProtocol {}

// Without Objective-C, `any NSFetchRequestResult` does not conform to the protocol, so nothing is asked of the type.
open class NSFetchRequest<ResultType>: NSObject {
    public init(entityName: String) {}
}
