// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// Core Data's codes in `NSCocoaErrorDomain`, and the keys of their user info.

/// A general validation error of an object.
public let NSManagedObjectValidationError = 1550
/// Objects have equal values for a uniqueness constraint.
public let NSManagedObjectConstraintValidationError = 1551
/// Several errors; they are under ``NSDetailedErrorsKey``.
public let NSValidationMultipleErrorsError = 1560
/// A required property has no value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// A relationship has too few destinations.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// A relationship has too many destinations.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// A deleted object still has destinations in a relationship with the delete rule Deny.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// A number is above its maximum.
public let NSValidationNumberTooLargeError = 1610
/// A number is below its minimum.
public let NSValidationNumberTooSmallError = 1620
/// A date is after its latest one.
public let NSValidationDateTooLateError = 1630
/// A date is before its earliest one.
public let NSValidationDateTooSoonError = 1640
/// A date is not valid.
public let NSValidationInvalidDateError = 1650
/// A string is longer than its maximum.
public let NSValidationStringTooLongError = 1660
/// A string is shorter than its minimum.
public let NSValidationStringTooShortError = 1670
/// A string does not match its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// A URI is not valid.
public let NSValidationInvalidURIError = 1690
/// A context could not be locked.
public let NSManagedObjectContextLockingError = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// An object does not exist.
public let NSManagedObjectReferentialIntegrityError = 133000
/// An object refers to an object of a different store.
public let NSManagedObjectExternalRelationshipError = 133010
/// Others saved an object in the meantime.
public let NSManagedObjectMergeError = 133020
/// Objects have equal values for a uniqueness constraint.
public let NSManagedObjectConstraintMergeError = 133021
/// The type of a store is unknown.
public let NSPersistentStoreInvalidTypeError = 134000
/// A store's file has a different type.
public let NSPersistentStoreTypeMismatchError = 134010
/// A store's file has a different schema.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// A store could not be saved.
public let NSPersistentStoreSaveError = 134030
/// A save was not completed.
public let NSPersistentStoreIncompleteSaveError = 134040
/// A save met conflicts.
public let NSPersistentStoreSaveConflictsError = 134050
/// A general error.
public let NSCoreDataError = 134060
/// A store rejects an operation.
public let NSPersistentStoreOperationError = 134070
/// A store could not be opened.
public let NSPersistentStoreOpenError = 134080
/// A store did not answer in time.
public let NSPersistentStoreTimeoutError = 134090
/// A store does not support the request.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// A store was written with another version of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// A migration failed.
public let NSMigrationError = 134110
/// A migration would break a constraint.
public let NSMigrationConstraintViolationError = 134111
/// A migration was cancelled.
public let NSMigrationCancelledError = 134120
/// The model that a store was written with is not found.
public let NSMigrationMissingSourceModelError = 134130
/// A migration found no mapping model.
public let NSMigrationMissingMappingModelError = 134140
/// A migration cannot read its source.
public let NSMigrationManagerSourceStoreError = 134150
/// A migration cannot write its destination.
public let NSMigrationManagerDestinationStoreError = 134160
/// A policy of a migration failed.
public let NSEntityMigrationPolicyError = 134170
/// SQLite reported an error.
public let NSSQLiteError = 134180
/// A migration cannot be inferred.
public let NSInferredMappingModelError = 134190
/// An external record could not be read.
public let NSExternalRecordImportError = 134200
/// A history token refers to deleted history.
public let NSPersistentHistoryTokenExpiredError = 134301
/// A stage of a migration refers to a model that the program does not have.
public let NSManagedObjectModelReferenceNotFoundError = 134504
/// A stage of a migration refers to a model with a different version checksum than specified.
public let NSStagedMigrationFrameworkVersionMismatchError = 134505
/// A store has a later version than the target of the migration.
public let NSStagedMigrationBackwardMigrationError = 134506

/// The key of the errors that one error combines.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The key of the invalid object.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The key of the property's name.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The key of the violated condition.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The key of the invalid value.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The key of the affected stores.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The key of the affected objects.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The key of the conflicts of a save.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The domain of SQLite's own codes, and their key in the user info.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

/// The types with Core Data's error codes as static members: `CocoaError`, for where errors are caught, and its `Code`.
public protocol CoreDataErrorCodes {}

extension CocoaError: CoreDataErrorCodes {}

extension CocoaError.Code: CoreDataErrorCodes {}

extension CoreDataErrorCodes {
    /// A general validation error of an object.
    public static var managedObjectValidation: CocoaError.Code { .init(rawValue: 1550) }
    /// Objects have equal values for a uniqueness constraint.
    public static var managedObjectConstraintValidation: CocoaError.Code { .init(rawValue: 1551) }
    /// Several errors.
    public static var validationMultipleErrors: CocoaError.Code { .init(rawValue: 1560) }
    /// A required property has no value.
    public static var validationMissingMandatoryProperty: CocoaError.Code { .init(rawValue: 1570) }
    /// A relationship has too few destinations.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code { .init(rawValue: 1580) }
    /// A relationship has too many destinations.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code { .init(rawValue: 1590) }
    /// A deleted object still has destinations in a relationship with the delete rule Deny.
    public static var validationRelationshipDeniedDelete: CocoaError.Code { .init(rawValue: 1600) }
    /// A number is above its maximum.
    public static var validationNumberTooLarge: CocoaError.Code { .init(rawValue: 1610) }
    /// A number is below its minimum.
    public static var validationNumberTooSmall: CocoaError.Code { .init(rawValue: 1620) }
    /// A date is after its latest one.
    public static var validationDateTooLate: CocoaError.Code { .init(rawValue: 1630) }
    /// A date is before its earliest one.
    public static var validationDateTooSoon: CocoaError.Code { .init(rawValue: 1640) }
    /// A date is not valid.
    public static var validationInvalidDate: CocoaError.Code { .init(rawValue: 1650) }
    /// A string is longer than its maximum.
    public static var validationStringTooLong: CocoaError.Code { .init(rawValue: 1660) }
    /// A string is shorter than its minimum.
    public static var validationStringTooShort: CocoaError.Code { .init(rawValue: 1670) }
    /// A string does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code { .init(rawValue: 1680) }
    /// A URI is not valid.
    public static var validationInvalidURI: CocoaError.Code { .init(rawValue: 1690) }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code { .init(rawValue: 132000) }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code { .init(rawValue: 132010) }
    /// An object does not exist.
    public static var managedObjectReferentialIntegrity: CocoaError.Code { .init(rawValue: 133000) }
    /// An object refers to an object of a different store.
    public static var managedObjectExternalRelationship: CocoaError.Code { .init(rawValue: 133010) }
    /// Others saved an object in the meantime.
    public static var managedObjectMerge: CocoaError.Code { .init(rawValue: 133020) }
    /// Objects have equal values for a uniqueness constraint.
    public static var managedObjectConstraintMerge: CocoaError.Code { .init(rawValue: 133021) }
    /// The type of a store is unknown.
    public static var persistentStoreInvalidType: CocoaError.Code { .init(rawValue: 134000) }
    /// A store's file has a different type.
    public static var persistentStoreTypeMismatch: CocoaError.Code { .init(rawValue: 134010) }
    /// A store's file has a different schema.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code { .init(rawValue: 134020) }
    /// A store could not be saved.
    public static var persistentStoreSave: CocoaError.Code { .init(rawValue: 134030) }
    /// A save was not completed.
    public static var persistentStoreIncompleteSave: CocoaError.Code { .init(rawValue: 134040) }
    /// A save met conflicts.
    public static var persistentStoreSaveConflicts: CocoaError.Code { .init(rawValue: 134050) }
    /// A general error.
    public static var coreData: CocoaError.Code { .init(rawValue: 134060) }
    /// A store rejects an operation.
    public static var persistentStoreOperation: CocoaError.Code { .init(rawValue: 134070) }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { .init(rawValue: 134080) }
    /// A store did not answer in time.
    public static var persistentStoreTimeout: CocoaError.Code { .init(rawValue: 134090) }
    /// A store does not support the request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code { .init(rawValue: 134091) }
    /// A store was written with another version of the model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code { .init(rawValue: 134100) }
    /// A migration failed.
    public static var migration: CocoaError.Code { .init(rawValue: 134110) }
    /// A migration would break a constraint.
    public static var migrationConstraintViolation: CocoaError.Code { .init(rawValue: 134111) }
    /// A migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { .init(rawValue: 134120) }
    /// The model that a store was written with is not found.
    public static var migrationMissingSourceModel: CocoaError.Code { .init(rawValue: 134130) }
    /// A migration found no mapping model.
    public static var migrationMissingMappingModel: CocoaError.Code { .init(rawValue: 134140) }
    /// A migration cannot read its source.
    public static var migrationManagerSourceStore: CocoaError.Code { .init(rawValue: 134150) }
    /// A migration cannot write its destination.
    public static var migrationManagerDestinationStore: CocoaError.Code { .init(rawValue: 134160) }
    /// A policy of a migration failed.
    public static var entityMigrationPolicy: CocoaError.Code { .init(rawValue: 134170) }
    /// SQLite reported an error.
    public static var sqlite: CocoaError.Code { .init(rawValue: 134180) }
    /// A migration cannot be inferred.
    public static var inferredMappingModel: CocoaError.Code { .init(rawValue: 134190) }
    /// An external record could not be read.
    public static var externalRecordImport: CocoaError.Code { .init(rawValue: 134200) }
    /// A history token refers to deleted history.
    public static var persistentHistoryTokenExpired: CocoaError.Code { .init(rawValue: 134301) }
    /// A stage of a migration refers to a model that the program does not have.
    public static var managedObjectModelReferenceNotFound: CocoaError.Code { .init(rawValue: 134504) }
    /// A stage of a migration refers to a model with a different version checksum than specified.
    public static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code { .init(rawValue: 134505) }
    /// A store has a later version than the target of the migration.
    public static var stagedMigrationBackwardMigration: CocoaError.Code { .init(rawValue: 134506) }
}
