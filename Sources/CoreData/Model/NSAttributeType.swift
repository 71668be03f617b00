// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import ModelSchema

/// The type of an attribute, with Core Data's numbers (rule MOD-2).
///
/// ```swift
/// let pageCount = NSAttributeDescription()
/// pageCount.name = "pageCount"
/// pageCount.attributeType = .integer32AttributeType  // The same as `type = .integer32`
/// ```
public enum NSAttributeType: UInt, Sendable {
    /// No type, which is valid for a transient attribute.
    case undefinedAttributeType = 0
    /// A signed integer of 16 bits.
    case integer16AttributeType = 100
    /// A signed integer of 32 bits.
    case integer32AttributeType = 200
    /// A signed integer of 64 bits.
    case integer64AttributeType = 300
    /// A decimal number of up to 38 digits.
    case decimalAttributeType = 400
    /// A binary floating-point number of 64 bits.
    case doubleAttributeType = 500
    /// A binary floating-point number of 32 bits.
    case floatAttributeType = 600
    /// Text.
    case stringAttributeType = 700
    /// True or false.
    case booleanAttributeType = 800
    /// A point in time.
    case dateAttributeType = 900
    /// Bytes.
    case binaryDataAttributeType = 1000
    /// A universally unique identifier.
    case UUIDAttributeType = 1100
    /// A URI, `URL` in Swift.
    case URIAttributeType = 1200
    /// A value of another class, which a transformer converts to bytes.
    case transformableAttributeType = 1800
    /// The ID of an object.
    case objectIDAttributeType = 2000
    /// Several attributes with one name.
    case compositeAttributeType = 2100

    /// The type in schemas.
    var schemaType: ModelSchema.AttributeType {
        ModelSchema.AttributeType(coreDataNumber: Int32(rawValue)) ?? .undefined
    }

    init(_ type: ModelSchema.AttributeType) {
        self = NSAttributeType(rawValue: UInt(type.coreDataNumber)) ?? .undefinedAttributeType
    }

    /// The name of Foundation's class for the values; nil if the type has none.
    var valueClassName: String? {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        default: nil
        }
    }
}

extension NSAttributeDescription {
    /// The types of attributes with the names of Core Data's interface since 2021.
    public struct AttributeType: RawRepresentable, Sendable, Hashable {
        /// The same type as a number.
        public var rawValue: NSAttributeType

        /// - Parameter rawValue: The type by its number.
        public init?(rawValue: NSAttributeType) { self.rawValue = rawValue }

        private init(_ type: NSAttributeType) { rawValue = type }

        /// No type.
        public static let undefined = AttributeType(.undefinedAttributeType)
        /// A signed integer of 16 bits.
        public static let integer16 = AttributeType(.integer16AttributeType)
        /// A signed integer of 32 bits.
        public static let integer32 = AttributeType(.integer32AttributeType)
        /// A signed integer of 64 bits.
        public static let integer64 = AttributeType(.integer64AttributeType)
        /// A decimal number.
        public static let decimal = AttributeType(.decimalAttributeType)
        /// A binary floating-point number of 64 bits.
        public static let double = AttributeType(.doubleAttributeType)
        /// A binary floating-point number of 32 bits.
        public static let float = AttributeType(.floatAttributeType)
        /// Text.
        public static let string = AttributeType(.stringAttributeType)
        /// True or false.
        public static let boolean = AttributeType(.booleanAttributeType)
        /// A point in time.
        public static let date = AttributeType(.dateAttributeType)
        /// Bytes.
        public static let binaryData = AttributeType(.binaryDataAttributeType)
        /// A universally unique identifier.
        public static let uuid = AttributeType(.UUIDAttributeType)
        /// A URI.
        public static let uri = AttributeType(.URIAttributeType)
        /// A value of another class.
        public static let transformable = AttributeType(.transformableAttributeType)
        /// The ID of an object.
        public static let objectID = AttributeType(.objectIDAttributeType)
        /// Several attributes with one name.
        public static let composite = AttributeType(.compositeAttributeType)
    }
}
