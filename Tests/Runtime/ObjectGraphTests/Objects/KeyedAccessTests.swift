import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Rules OBJ-17 to OBJ-23: access by name, with the conversions it makes.
struct KeyedAccessTests {
    @Test("OBJ-17 values have the type of their accessor")
    func types() throws {
        let object = OptionalValues(context: try makeContext(.allTypes))
        object.integer16 = 1
        object.integer32 = 2
        object.integer64 = 3
        object.float = 4
        object.double = 5
        #expect(object.value(forKey: "integer16") as? Int16 == 1)
        #expect(object.value(forKey: "integer32") as? Int32 == 2)
        #expect(object.value(forKey: "integer64") as? Int64 == 3)
        #expect(object.value(forKey: "float") as? Float == 4)
        #expect(object.value(forKey: "double") as? Double == 5)
    }

    @Test("OBJ-17 numbers of any type are accepted if nothing is lost")
    func conversions() throws {
        let object = OptionalValues(context: try makeContext(.allTypes))
        object.setValue(7, forKey: "integer16")
        object.setValue(UInt8(8), forKey: "integer64")
        object.setValue(Int64(9), forKey: "double")
        object.setValue(0.5, forKey: "float")
        object.setValue(Float(0.25), forKey: "double")
        object.setValue(12, forKey: "decimal")
        #expect(object.integer16 == 7)
        #expect(object.integer64 == 8)
        #expect(object.double == 0.25)
        #expect(object.float == 0.5)
        #expect(object.decimal == 12)
    }

    @Test("OBJ-17 values from JSON and Foundation are accepted if nothing is lost")
    func foundationValues() throws {
        let object = OptionalValues(context: try makeContext(.allTypes))
        let json = """
            {"integer16": 7, "integer32": 8.0, "integer64": 9223372036854775807, "double": 3, "float": 0.1,
             "decimal": 12.34, "boolean": 1, "string": "text", "date": null}
            """
        let values = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        object.setValuesForKeys(values)
        #expect(object.integer16 == 7 && object.integer32 == 8 && object.integer64 == .max)
        #expect(object.double == 3 && object.float == 0.1 && object.decimal == Decimal(string: "12.34"))
        #expect(object.boolean == true && object.string == "text" && object.date == nil)
        object.setValue(NSNumber(value: false), forKey: "boolean")
        object.setValue(NSNumber(value: true), forKey: "integer16")
        object.setValue("a text".prefix(1), forKey: "string")
        object.setValue(NSDecimalNumber(string: "5"), forKey: "integer32")
        object.setValue(Decimal(string: "2.5"), forKey: "double")
        #expect(object.boolean == false && object.integer16 == 1 && object.string == "a")
        #expect(object.integer32 == 5 && object.double == 2.5)
        object.setValue(NSString("there"), forKey: "string")
        object.setValue(NSDate(timeIntervalSinceReferenceDate: 1), forKey: "date")
        object.setValue(Int?.none as Any, forKey: "integer32")
        #expect(object.string == "there" && object.date == Date(timeIntervalSinceReferenceDate: 1))
        #expect(object.integer32 == nil)
        object.setValue(NSNull(), forKey: "string")
        #expect(object.string == nil)
    }

    @Test(
        "VAL-22 a value that would lose something is refused with the reason, before it is set",
        arguments: [
            ("integer16", 40_000 as any Sendable, "the value of type Int is out of range for Integer 16, or not exact"),
            ("integer32", 1.5, "the value of type Double is out of range for Integer 32, or not exact"),
            ("integer64", Double.infinity, "the value of type Double is out of range for Integer 64, or not exact"),
            ("boolean", 2, "the value of type Int is out of range for Boolean, or not exact"),
            ("double", Int64.max, "the value of type Int64 is out of range for Double, or not exact"),
            ("decimal", Double.nan, "the value of type Double is out of range for Decimal, or not exact"),
            ("float", 0.123456789, "the value of type Double is out of range for Float, or not exact"),
            ("integer16", "7", "unacceptable type of value: expected Integer 16, given String"),
            ("string", 7, "unacceptable type of value: expected String, given Int"),
            ("date", "2001-01-01", "unacceptable type of value: expected Date, given String"),
        ])
    func refusals(_ key: String, _ value: any Sendable, _ reason: String) throws {
        let object = OptionalValues(context: try makeContext(.allTypes))
        var given: Any? = value
        let error = #expect(throws: ValidationError.self) { try object.validateValue(&given, forKey: key) }
        #expect(error?.message == "'OptionalValues.\(key)': \(reason)")
        #expect(error?.code == .managedObjectValidation && error?.key == key)
    }

    @Test("OBJ-17 relationships accept Foundation's sets and arrays, and NSNull for no destination")
    func foundationCollections() throws {
        let context = try makeContext(.deleteRules)
        let department = Department(context: context)
        let employees = [Employee(context: context), Employee(context: context)]
        department.setValue(NSSet(array: employees), forKey: "employees")
        #expect(department.objectIDs(forRelationshipNamed: "employees") == employees.map(\.objectID))
        department.setValue(NSNull(), forKey: "employees")
        #expect(department.objectIDs(forRelationshipNamed: "employees") == [])
        employees[0].setValue(NSNull(), forKey: "department")
        #expect(employees[0].value(forKey: "department") == nil)
    }

    @Test("VAL-16 destinations are validated by key")
    func validatingRelationships() throws {
        let context = try makeContext(.deleteRules)
        let squad = Squad(context: context)
        func error(_ value: Any?, _ key: String, of object: ManagedObject) -> ValidationError? {
            var value = value
            do {
                try object.validateValue(&value, forKey: key)
                return nil
            } catch {
                return error as? ValidationError
            }
        }
        let players = (0..<4).map { _ in SquadPlayer(context: context) }
        #expect(error(Set(players.prefix(2)), "players", of: squad) == nil)
        #expect(error(Set(players.prefix(1)), "players", of: squad)?.code == .relationshipLacksMinimumCount)
        #expect(error(players, "players", of: squad)?.code == .relationshipExceedsMaximumCount)
        #expect(error([squad], "players", of: squad)?.code == .managedObjectValidation)
        #expect(error("players", "players", of: squad)?.code == .managedObjectValidation)
        let line = InvoiceLine(context: context)
        #expect(error(nil, "invoice", of: line)?.code == .missingMandatoryProperty)
        #expect(error(Invoice(context: context), "invoice", of: line) == nil)
        #expect(squad.players.isEmpty && line.invoice == nil)
    }

    @Test("OBJ-13 integers are of the model's width, and of any that a program asks for")
    func integers() throws {
        let context = try makeContext(.allTypes)
        let object = OptionalValues(context: context)
        object.setValuesForKeys(["integer16": 7, "integer32": 8, "float": 0.5])
        #expect(object.value(forKey: "integer16") is Int16)
        #expect(object.value(forKey: "integer16", as: Int.self) == 7)
        #expect(object.value(forKey: "integer32", as: UInt8.self) == 8)
        #expect(object.value(forKey: "integer32", as: Double.self) == 8)
        #expect(object.value(forKey: "integer64", as: Int.self) == nil)
        #expect(object.value(forKey: "integer32", as: String.self) == nil)
        let changed = object.dictionaryWithValues(forKeys: ["integer16", "float", "string"])
        #expect(changed["integer16", as: Int.self] == 7 && changed["float", as: Double.self] == 0.5)
        #expect(changed["string"] is NullValue && changed["string", as: String.self] == nil)
        object.integer32 = -1
        #expect(object.changedValues()["integer32", as: Int.self] == -1)
        #expect(object.changedValues()["integer32", as: UInt.self] == nil)
    }

    @Test("MOD-7 properties by name, inherited ones among them")
    func propertiesByName() throws {
        let model = ManagedObjectModel.inheritance
        let car = try #require(RaceCar.entity(in: model))
        #expect(RaceCar.entity().name == "RaceCar")
        #expect(car === model.entitiesByName["RaceCar"] && Superhero.entity(in: model) == nil)
        #expect(Set(car.propertiesByName.keys) == Set(car.properties.map(\.name)))
        #expect(car.attributesByName["wheels"] == model.entitiesByName["Vehicle"]?.attributesByName["wheels"])
        #expect(car.relationshipsByName["wheels"] == nil && car.propertiesByName["nothing"] == nil)
        for (name, attribute) in car.attributesByName { #expect(car.propertiesByName[name] == .attribute(attribute)) }
    }

    @Test("OBJ-16 handwritten accessors turn primitive values into changes")
    func customAccessors() throws {
        let context = try makeContext(.deleteRules)
        let department = Department(context: context)
        let employee = Employee(context: context)
        try context.save()
        employee.willChangeValue(forKey: "department")
        employee.setPrimitiveValue(department, forKey: "department")
        employee.didChangeValue(forKey: "department")
        #expect(employee.isUpdated && department.value(forKey: "employees") as? Set<Employee> == [employee])
        department.willChangeValue(forKey: "employees")
        department.setPrimitiveValue(Set<ManagedObject>(), forKey: "employees")
        department.didChangeValue(forKey: "employees")
        #expect(employee.value(forKey: "department") == nil)
        let other = try makeContext(.allTypes)
        let values = OptionalValues(context: other)
        try other.save()
        values.willAccessValue(forKey: "string")
        #expect(values.primitiveValue(forKey: "string") == nil)
        values.didAccessValue(forKey: "string")
        values.willChangeValue(forKey: "string")
        values.setPrimitiveValue("set", forKey: "string")
        values.didChangeValue(forKey: "string")
        #expect(values.isUpdated && values.changedValues()["string"] as? String == "set")
        try other.save()
        other.refreshAllObjects()
        #expect(values.string == "set")
    }

    @Test("Setting `nil` by key removes a value")
    func nilTakesAValueAway() throws {
        let object = OptionalValues(context: try makeContext(.allTypes))
        object.string = "there"
        object.setValue(nil, forKey: "string")
        #expect(object.string == nil)
        let none: Int? = nil
        object.setValue(none, forKey: "integer32")
        #expect(object.value(forKey: "integer32") == nil)
    }

    @Test("OBJ-17 relationships by name keep their inverses")
    func relationships() throws {
        let context = try makeContext(.deleteRules)
        let department = context.insertNewObject(forEntityName: "Department")
        let employee = context.insertNewObject(forEntityName: "Employee")
        employee.setValue(department, forKey: "department")
        #expect(department.value(forKey: "employees") as? Set<ManagedObject> == [employee])
        #expect((department.value(forKey: "employees") as? Set<Employee>)?.count == 1)
        department.setValue(Set<ManagedObject>(), forKey: "employees")
        #expect(employee.value(forKey: "department") == nil)
        department.setValue([employee], forKey: "employees")
        #expect(employee.value(forKey: "department") as? ManagedObject === department)
        department.setValue(nil, forKey: "employees")
        #expect(employee.value(forKey: "department") == nil)
        let view: ToMany<Employee> = [try #require(employee as? Employee)]
        department.setValue(view, forKey: "employees")
        #expect(employee.value(forKey: "department") as? ManagedObject === department)
        employee.setValue(nil, forKey: "department")
        #expect((department.value(forKey: "employees") as? Set<ManagedObject>)?.isEmpty == true)
    }

    @Test("Transient attributes can be read by key")
    func transientValuesAreValues() throws {
        let object = Identified(context: try makeContext(.allTypes))
        object.memo = "for now"
        #expect(object.value(forKey: "memo") as? String == "for now")
    }
}
