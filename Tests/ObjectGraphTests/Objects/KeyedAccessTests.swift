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

    @Test("OBJ-17 numbers are taken from any type that loses nothing")
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

    @Test func nilTakesAValueAway() throws {
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

    @Test func transientValuesAreValues() throws {
        let object = Identified(context: try makeContext(.allTypes))
        object.memo = "for now"
        #expect(object.value(forKey: "memo") as? String == "for now")
    }
}
