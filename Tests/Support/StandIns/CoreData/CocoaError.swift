// Names are Apple's own.

public import Foundation

// Apple's module declares each name in both types.
public protocol CoreDataErrorCodes {}

extension CocoaError: CoreDataErrorCodes {}

extension CocoaError.Code: CoreDataErrorCodes {}

extension CoreDataErrorCodes {
    public static var managedObjectValidation: CocoaError.Code { standIn() }
    public static var managedObjectConstraintValidation: CocoaError.Code { standIn() }
    public static var validationMultipleErrors: CocoaError.Code { standIn() }
    public static var validationMissingMandatoryProperty: CocoaError.Code { standIn() }
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code { standIn() }
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code { standIn() }
    public static var validationRelationshipDeniedDelete: CocoaError.Code { standIn() }
    public static var validationNumberTooLarge: CocoaError.Code { standIn() }
    public static var validationNumberTooSmall: CocoaError.Code { standIn() }
    public static var validationDateTooLate: CocoaError.Code { standIn() }
    public static var validationDateTooSoon: CocoaError.Code { standIn() }
    public static var validationInvalidDate: CocoaError.Code { standIn() }
    public static var validationStringTooLong: CocoaError.Code { standIn() }
    public static var validationStringTooShort: CocoaError.Code { standIn() }
    public static var validationStringPatternMatching: CocoaError.Code { standIn() }
    public static var validationInvalidURI: CocoaError.Code { standIn() }
    public static var managedObjectContextLocking: CocoaError.Code { standIn() }
    public static var persistentStoreCoordinatorLocking: CocoaError.Code { standIn() }
    public static var managedObjectReferentialIntegrity: CocoaError.Code { standIn() }
    public static var managedObjectExternalRelationship: CocoaError.Code { standIn() }
    public static var managedObjectMerge: CocoaError.Code { standIn() }
    public static var managedObjectConstraintMerge: CocoaError.Code { standIn() }
    public static var persistentStoreInvalidType: CocoaError.Code { standIn() }
    public static var persistentStoreTypeMismatch: CocoaError.Code { standIn() }
    public static var persistentStoreIncompatibleSchema: CocoaError.Code { standIn() }
    public static var persistentStoreSave: CocoaError.Code { standIn() }
    public static var persistentStoreIncompleteSave: CocoaError.Code { standIn() }
    public static var persistentStoreSaveConflicts: CocoaError.Code { standIn() }
    public static var coreData: CocoaError.Code { standIn() }
    public static var persistentStoreOperation: CocoaError.Code { standIn() }
    public static var persistentStoreOpen: CocoaError.Code { standIn() }
    public static var persistentStoreTimeout: CocoaError.Code { standIn() }
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code { standIn() }
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code { standIn() }
    public static var migration: CocoaError.Code { standIn() }
    public static var migrationConstraintViolation: CocoaError.Code { standIn() }
    public static var migrationCancelled: CocoaError.Code { standIn() }
    public static var migrationMissingSourceModel: CocoaError.Code { standIn() }
    public static var migrationMissingMappingModel: CocoaError.Code { standIn() }
    public static var migrationManagerSourceStore: CocoaError.Code { standIn() }
    public static var migrationManagerDestinationStore: CocoaError.Code { standIn() }
    public static var entityMigrationPolicy: CocoaError.Code { standIn() }
    public static var sqlite: CocoaError.Code { standIn() }
    public static var inferredMappingModel: CocoaError.Code { standIn() }
    public static var externalRecordImport: CocoaError.Code { standIn() }
    public static var persistentHistoryTokenExpired: CocoaError.Code { standIn() }
    public static var managedObjectModelReferenceNotFound: CocoaError.Code { standIn() }
    public static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code { standIn() }
    public static var stagedMigrationBackwardMigration: CocoaError.Code { standIn() }
}

extension CocoaError {
    public var validationObject: Any? { standIn() }
    public var validationKey: String? { standIn() }
    public var validationPredicate: NSPredicate? { standIn() }
    public var validationValue: Any? { standIn() }
    public var affectedStores: [AnyObject]? { standIn() }
    public var affectedObjects: [AnyObject]? { standIn() }
    public var persistentStoreSaveConflicts: [NSMergeConflict]? { standIn() }
}
