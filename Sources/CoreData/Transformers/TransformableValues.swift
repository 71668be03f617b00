import Foundation
import ModelSchema

/// What programs see of Transformable attributes in the place of the data that is stored.
struct TransformableValues {
    private let transformer: ValueTransformer?

    /// - Parameter attribute: A Transformable attribute. One that names no transformer has the default one.
    init(_ attribute: Attribute) {
        let name = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : NSValueTransformerName($0) }
        transformer = ValueTransformer.named(name ?? .secureUnarchiveFromDataTransformerName)
    }

    /// The value that data stands for; nil for data that cannot be read. Without a transformer it is the data.
    func value(of data: Data) -> Any? {
        switch transformer {
        case nil: data
        case let archive as NSSecureUnarchiveFromDataTransformer: archive.transformedValue(data)
        case let transformer?: transformer.reverseTransformedValue(data)
        }
    }

    /// The data that is stored of a value; nil for one that has none.
    func data(of value: Any) -> Data? {
        switch transformer {
        case nil: value as? Data
        case let archive as NSSecureUnarchiveFromDataTransformer: archive.reverseTransformedValue(value) as? Data
        case let transformer?: transformer.transformedValue(value) as? Data
        }
    }
}
