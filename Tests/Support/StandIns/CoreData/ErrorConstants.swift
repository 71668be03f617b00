// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public let NSDetailedErrorsKey: String = standIn()
public let NSValidationObjectErrorKey: String = standIn()
public let NSValidationKeyErrorKey: String = standIn()
public let NSValidationPredicateErrorKey: String = standIn()
public let NSValidationValueErrorKey: String = standIn()
public let NSAffectedObjectsErrorKey: String = standIn()
public var NSManagedObjectValidationError: Int { standIn() }
public var NSManagedObjectConstraintValidationError: Int { standIn() }
public var NSValidationMultipleErrorsError: Int { standIn() }
public var NSValidationMissingMandatoryPropertyError: Int { standIn() }
public var NSValidationRelationshipLacksMinimumCountError: Int { standIn() }
public var NSValidationRelationshipExceedsMaximumCountError: Int { standIn() }
public var NSValidationRelationshipDeniedDeleteError: Int { standIn() }
public var NSValidationNumberTooLargeError: Int { standIn() }
public var NSValidationNumberTooSmallError: Int { standIn() }
public var NSValidationStringTooLongError: Int { standIn() }
public var NSValidationStringTooShortError: Int { standIn() }
public var NSValidationStringPatternMatchingError: Int { standIn() }
public var NSManagedObjectReferentialIntegrityError: Int { standIn() }
public var NSManagedObjectMergeError: Int { standIn() }
public var NSManagedObjectConstraintMergeError: Int { standIn() }
public var NSPersistentStoreInvalidTypeError: Int { standIn() }
public var NSPersistentStoreTypeMismatchError: Int { standIn() }
public var NSPersistentStoreSaveError: Int { standIn() }
public var NSCoreDataError: Int { standIn() }
public var NSPersistentStoreOperationError: Int { standIn() }
public var NSPersistentStoreOpenError: Int { standIn() }
public var NSPersistentStoreUnsupportedRequestTypeError: Int { standIn() }
public var NSPersistentStoreIncompatibleVersionHashError: Int { standIn() }
public var NSMigrationError: Int { standIn() }
public var NSMigrationMissingMappingModelError: Int { standIn() }
public var NSInferredMappingModelError: Int { standIn() }
public var NSPersistentHistoryTokenExpiredError: Int { standIn() }
public var NSValidationDateTooLateError: Int { standIn() }
public var NSValidationDateTooSoonError: Int { standIn() }
public var NSValidationInvalidDateError: Int { standIn() }
public var NSValidationInvalidURIError: Int { standIn() }
public var NSManagedObjectContextLockingError: Int { standIn() }
public var NSPersistentStoreCoordinatorLockingError: Int { standIn() }
public var NSManagedObjectExternalRelationshipError: Int { standIn() }
public var NSPersistentStoreIncompatibleSchemaError: Int { standIn() }
public var NSPersistentStoreIncompleteSaveError: Int { standIn() }
public var NSPersistentStoreSaveConflictsError: Int { standIn() }
public var NSPersistentStoreTimeoutError: Int { standIn() }
public var NSMigrationConstraintViolationError: Int { standIn() }
public var NSMigrationCancelledError: Int { standIn() }
public var NSMigrationMissingSourceModelError: Int { standIn() }
public var NSMigrationManagerSourceStoreError: Int { standIn() }
public var NSMigrationManagerDestinationStoreError: Int { standIn() }
public var NSEntityMigrationPolicyError: Int { standIn() }
public var NSSQLiteError: Int { standIn() }
public var NSExternalRecordImportError: Int { standIn() }
public var NSManagedObjectModelReferenceNotFoundError: Int { standIn() }
public var NSStagedMigrationFrameworkVersionMismatchError: Int { standIn() }
public var NSStagedMigrationBackwardMigrationError: Int { standIn() }
public let NSAffectedStoresErrorKey: String = standIn()
public let NSPersistentStoreSaveConflictsErrorKey: String = standIn()
public let NSSQLiteErrorDomain: String = standIn()
