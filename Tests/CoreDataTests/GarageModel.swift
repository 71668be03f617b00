import CoreData
import Foundation

/// A person with cars, in a model that is built in code.
final class GaragePerson: NSManagedObject {
    var firstName: String? {
        get { value(forKey: "firstName") as? String }
        set { setValue(newValue, forKey: "firstName") }
    }
    var cars: NSSet? {
        get { value(forKey: "cars") as? NSSet }
        set { setValue(newValue, forKey: "cars") }
    }
    var ownedCars: Set<GarageCar> { cars as? Set<GarageCar> ?? [] }
}

/// A car of a person. It has a value of its own next to those of the model.
final class GarageCar: NSManagedObject {
    var isSelected = false
    private(set) var events: [String] = []
    /// What the car throws when it is validated; nil for nothing.
    var refusal: NSError?

    var maker: String? {
        get { value(forKey: "maker") as? String }
        set { setValue(newValue, forKey: "maker") }
    }
    var numberPlate: String? {
        get { value(forKey: "numberPlate") as? String }
        set { setValue(newValue, forKey: "numberPlate") }
    }
    var speed: Int { (value(forKey: "speed") as? NSNumber)?.intValue ?? 0 }
    var owner: GaragePerson? {
        get { value(forKey: "owner") as? GaragePerson }
        set { setValue(newValue, forKey: "owner") }
    }

    override func prepareForDeletion() {
        super.prepareForDeletion()
        events.append("prepareForDeletion")
    }

    override func willSave() {
        super.willSave()
        events.append("willSave")
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        events.append("awakeFromInsert")
    }

    /// As Apple's documentation combines errors.
    override func validateForInsert() throws {
        var errors: [NSError] = []
        do {
            try super.validateForInsert()
        } catch let error as NSError {
            errors += error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        }
        if let refusal { errors.append(refusal) }
        guard let first = errors.first else { return }
        if errors.count == 1 { throw first }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError, userInfo: [NSDetailedErrorsKey: errors])
    }
}

/// Builds models in code, as programs without a model file do.
enum Garage {
    static func attribute(
        _ name: String, _ type: NSAttributeType, isOptional: Bool = true, isTransient: Bool = false,
        defaultValue: Any? = nil
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        attribute.isTransient = isTransient
        attribute.defaultValue = defaultValue
        return attribute
    }

    /// The entities with more properties of a car.
    static func model(
        _ carProperties: [NSPropertyDescription] = [], constraints: [[Any]] = [],
        deleteRule: NSDeleteRule = .cascadeDeleteRule
    ) -> NSManagedObjectModel {
        let (model, person, car) = (NSManagedObjectModel(), NSEntityDescription(), NSEntityDescription())
        let (cars, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
        (person.name, car.name) = ("Person", "Car")
        person.managedObjectClassName = NSStringFromClass(GaragePerson.self)
        car.managedObjectClassName = NSStringFromClass(GarageCar.self)
        (cars.name, cars.destinationEntity, cars.deleteRule) = ("cars", car, deleteRule)
        (owner.name, owner.destinationEntity, owner.maxCount) = ("owner", person, 1)
        (cars.inverseRelationship, owner.inverseRelationship) = (owner, cars)
        person.properties = [attribute("firstName", .stringAttributeType), cars]
        car.properties =
            [
                attribute("maker", .stringAttributeType),
                attribute("numberPlate", .stringAttributeType, isOptional: false),
                attribute("speed", .integer32AttributeType, isOptional: false, isTransient: true, defaultValue: 0),
                owner,
            ] + carProperties
        car.uniquenessConstraints = constraints
        model.entities = [person, car]
        return model
    }

    /// A context of a new store; in memory if there is no URL.
    static func context(
        _ model: NSManagedObjectModel = model(), at url: URL? = nil, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: url == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil, at: url,
            options: options)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }
}

// Each test has a model of its own, and Apple's framework can't tell by a class of several models which entity is
// meant: so objects are created with the entity of the context's model.
extension NSManagedObjectContext {
    /// A new car, with a number plate unless it is nil.
    func makeCar(_ numberPlate: String? = nil, of owner: GaragePerson? = nil) -> GarageCar {
        let car = GarageCar(entity: entity("Car"), insertInto: self)
        if let numberPlate { car.numberPlate = numberPlate }
        if let owner { car.owner = owner }
        return car
    }

    /// A new person.
    func makePerson() -> GaragePerson { GaragePerson(entity: entity("Person"), insertInto: self) }

    private func entity(_ name: String) -> NSEntityDescription {
        guard let entity = NSEntityDescription.entity(forEntityName: name, in: self) else {
            preconditionFailure("the context has no model of the garage")
        }
        return entity
    }
}
