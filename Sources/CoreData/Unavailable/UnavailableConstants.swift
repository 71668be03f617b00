// Constants of Apple's framework that this module does not have. The compiler says why, and what to use instead.

/// The type of XML stores.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple doesn't document the format, so use NSSQLiteStoreType or NSJSONStoreType.")
public let NSXMLStoreType = "NSXMLStoreType"

/// A name of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple doesn't document the format, so use NSSQLiteStoreType or NSJSONStoreType.")
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple doesn't document the format, so use NSSQLiteStoreType or NSJSONStoreType.")
public let NSBinaryStoreInsecureDecodingCompatibilityOption = "NSBinaryStoreInsecureDecodingCompatibilityOption"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple doesn't document the format, so use NSSQLiteStoreType or NSJSONStoreType.")
public let NSValidateXMLStoreOption = "NSValidateXMLStoreOption"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Stores maintain their files themselves.")
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Stores maintain their files themselves.")
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Stores maintain their files themselves.")
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSizeKey"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "A store in use can't be destroyed.")
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Only iOS protects files this way.")
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"

/// A name of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "No other version of the framework reads the metadata.")
public let NSPersistentStoreOSCompatibility = "NSPersistentStoreOSCompatibility"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Opening a store completes its migration.")
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
    "NSPersistentStoreDeferredLightweightMigrationOptionKey"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "A store of another model is never opened as a store of this one.")
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Notifications with identities report only what was saved and merged.")
public let NSRefreshedObjectIDsKey = "NSRefreshedObjectIDsKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Notifications with identities report only what was saved and merged.")
public let NSInvalidatedObjectIDsKey = "NSInvalidatedObjectIDsKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Notifications have no generation.")
public let NSManagedObjectContextQueryGenerationKey = "NSManagedObjectContextQueryGenerationKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "$source is the only variable in expressions of mappings.")
public let NSMigrationManagerKey = "NSMigrationManagerKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "$source is the only variable in expressions of mappings.")
public let NSMigrationSourceObjectKey = "NSMigrationSourceObjectKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "$source is the only variable in expressions of mappings.")
public let NSMigrationDestinationObjectKey = "NSMigrationDestinationObjectKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "$source is the only variable in expressions of mappings.")
public let NSMigrationEntityMappingKey = "NSMigrationEntityMappingKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "$source is the only variable in expressions of mappings.")
public let NSMigrationPropertyMappingKey = "NSMigrationPropertyMappingKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "$source is the only variable in expressions of mappings.")
public let NSMigrationEntityPolicyKey = "NSMigrationEntityPolicyKey"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSExternalRecordsFileFormatOption = "NSExternalRecordsFileFormatOption"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSExternalRecordsDirectoryOption = "NSExternalRecordsDirectoryOption"

/// An option of stores of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSExternalRecordExtensionOption = "NSExternalRecordExtensionOption"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSEntityNameInPathKey = "NSEntityNameInPathKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSStoreUUIDInPathKey = "NSStoreUUIDInPathKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSStorePathKey = "NSStorePathKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSModelPathKey = "NSModelPathKey"

/// The key of a value of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Apple has deprecated external records.")
public let NSObjectURIKey = "NSObjectURIKey"

/// A name of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "Spotlight is available only on Apple's platforms.")
public let NSCoreDataCoreSpotlightExporter = "NSCoreDataCoreSpotlightExporter"

/// The version of Apple's framework.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, message: "It is a version of Apple's framework.")
public let NSCoreDataVersionNumber = 0.0
