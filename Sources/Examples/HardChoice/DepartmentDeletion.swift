import ObjectGraph

/// Deletes a department that has employees, under one of the four delete rules.
///
/// The model is created in code because only its rule differs. The objects have no custom classes, so the program gets
/// and sets their values by key.
@MainActor
struct DepartmentDeletion {
    private let container: PersistentContainer
    private var context: ManagedObjectContext { container.viewContext }

    init(rule: DeleteRule) throws {
        let department = Entity(
            name: "Department", attributes: [Attribute(name: "name", type: .string)],
            relationships: [
                Relationship(
                    name: "employees", isOptional: true, isToMany: true, deleteRule: rule,
                    destinationName: "Employee", inverseName: "department")
            ])
        let employee = Entity(
            name: "Employee", attributes: [Attribute(name: "name", type: .string)],
            relationships: [
                Relationship(
                    name: "department", isOptional: true, destinationName: "Department", inverseName: "employees")
            ])
        let model = ManagedObjectModel(Model(name: "Departments", entities: [department, employee]))
        container = try PersistentContainer(model: model, store: .inMemory)
    }

    /// Describes the effects on the department and the employees.
    func outcome() throws -> [String] {
        let sales = context.insertNewObject(forEntityName: "Department")
        sales.setValue("Sales", forKey: "name")
        let employees = ["Ann", "Bob"].map { name in
            let employee = context.insertNewObject(forEntityName: "Employee")
            employee.setValue(name, forKey: "name")
            employee.setValue(sales, forKey: "department")
            return employee
        }
        try context.save()
        context.delete(sales)
        let (updated, deleted) = (employees.filter(\.isUpdated).count, employees.filter(\.isDeleted).count)
        var lines = ["employees changed: \(updated), deleted: \(deleted)"]
        do {
            try context.save()
        } catch let error as ValidationError {
            lines.append("the save is refused, with code \(error.code.rawValue): \(error.message)")
            context.rollback()
        }
        return lines + [try count("Department"), try count("Employee")]
    }

    /// The objects of an entity in the store.
    private func count(_ entityName: String) throws -> String {
        let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: entityName))
        let names = objects.compactMap { $0.value(forKey: "name") as? String }
        return "\(entityName): \(names.isEmpty ? "none" : names.joined(separator: ", "))"
    }
}
