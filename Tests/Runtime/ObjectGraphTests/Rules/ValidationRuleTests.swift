import Foundation
import ObjectGraph
import Testing

/// Rules VAL-6 to VAL-27: who checks what, in which order, and what comes of it.
struct ValidationRuleTests {
    private let context: ManagedObjectContext

    init() throws {
        context = try makeContext(.rules)
    }

    private func ruled(_ code: String, _ count: Int32? = nil) -> RuleRuled {
        let object = RuleRuled(context: context)
        object.code = code
        object.count = count
        return object
    }

    @Test("VAL-6 one failure is thrown as it is")
    func oneFailure() {
        let object = ruled("A")
        #expect {
            try context.save()
        } throws: { error in
            let error = error as? ValidationError
            return error?.code == .stringTooShort && error?.objectID == object.objectID && error?.key == "code"
                && error?.value == .string("A")
        }
    }

    @Test("VAL-14 a value that does not meet a condition that was set")
    func conditions() throws {
        let predicate = try ModelPredicate.format("SELF CONTAINS '-'")
        let model = ManagedObjectModel.rules.settingValidationPredicates(
            [predicate], withWarnings: ["has no dash"], forProperty: "title", ofEntityNamed: "Note")
        let context = try makeContext(model)
        let note = RuleNote(context: context)
        try context.save()
        note.title = "plain"
        let errors = try #require(validationErrors { try context.save() })
        #expect(errors.count == 1)
        #expect(errors[0].code == .managedObjectValidation)
        #expect(errors[0].key == "title" && errors[0].message == "has no dash")
        #expect(errors[0].predicate == predicate)
        note.title = "a-b"
        try context.save()
    }

    @Test("VAL-14 conditions of relationships")
    func conditionsOfRelationships() throws {
        let model = ManagedObjectModel.rules.settingValidationPredicates(
            [try ModelPredicate.format("ALL SELF.rank > 3")], withWarnings: ["only good ones"],
            forProperty: "notes", ofEntityNamed: "Notebook")
        let context = try makeContext(model)
        let notebook = RuleNotebook(context: context)
        notebook.notes = [RuleNote(context: context), RuleNote(context: context)]
        try context.save()
        try #require(notebook.notes.first).rank = 1
        notebook.title = "Diary"
        #expect(validationErrors { try context.save() }?.map(\.message) == ["only good ones"])
    }

    @Test("A check can replace a text with another spelling of the same characters")
    func otherSpelling() throws {
        let object = ruled("AE\u{301}")
        try context.save()
        #expect(Array(object.code.unicodeScalars) == Array("A\u{C9}".unicodeScalars))
    }

    @Test("VAL-15 the first condition that isn't met is reported, after the model's own")
    func orderOfConditions() throws {
        let model = ManagedObjectModel.rules.settingValidationPredicates(
            [try .format("SELF BEGINSWITH 'a'"), try .format("SELF ENDSWITH 'z'")],
            withWarnings: ["must begin with a", "must end with z"], forProperty: "code", ofEntityNamed: "Ruled")
        let context = try makeContext(model)
        let object = RuleRuled(context: context)
        func messages(_ code: String) -> [String]? {
            object.code = code
            return validationErrors { try object.validateForInsert() }?.map(\.message)
        }
        #expect(messages("bb") == ["must begin with a"])
        #expect(messages("ab") == ["must end with z"])
        #expect(messages("az") == nil)
        #expect(messages("b") == ["'Ruled.code' is shorter than its minimum of 2"])
    }

    @Test("The description of an error names the object, property, value, and condition")
    func descriptions() throws {
        let object = ruled("b")
        let error = try #require(validationErrors { try object.validateForInsert() }?.first)
        #expect("\(error)" == "\(object.objectID): 'Ruled.code' is shorter than its minimum of 2; the value is \"b\"")
        let long = ValidationError(
            code: .stringTooLong, objectID: object.objectID, key: "code", message: "'Ruled.code' is too long",
            value: .string(String(repeating: "long\n", count: 100)))
        let shown = String(repeating: "long\\n", count: 8)
        #expect("\(long)" == "\(object.objectID): 'Ruled.code' is too long; the value is \"\(shown)…\"")
        #expect(long.errorUserInfo[NSLocalizedDescriptionKey] as? String == "'Ruled.code' is too long")
    }

    @Test("VAL-16 one value is checked by the model, then by the class, which may replace it")
    func oneValue() throws {
        let object = ruled("ok")
        var value: Any? = "x"
        #expect(validationErrors { try object.validateValue(&value, forKey: "code") }?.map(\.code) == [.stringTooShort])
        #expect(object.checks.isEmpty)
        value = "bad"
        #expect(throws: RuleRuled.RefusalError(reason: "code")) { try object.validateValue(&value, forKey: "code") }
        value = "fine"
        try object.validateValue(&value, forKey: "code")
        #expect(value as? String == "FINE")
        #expect(object.code == "ok", "the object itself does not change")
    }

    @Test("VAL-17 property by property, then the properties together")
    func orderOfChecks() throws {
        let object = ruled("ok", 3)
        try context.save()
        #expect(object.checks == ["code", "count", "place", "total", "together"])
        #expect(object.code == "OK")
        let wrong = ruled("bad", 12)
        #expect(throws: ValidationErrors.self) { try context.save() }
        #expect(wrong.checks == ["code", "place", "total"], "the model refuses the count, so the class is not asked")
    }

    @Test("VAL-18 the class's own error is thrown unchanged")
    func errorsOfTheClass() {
        _ = ruled("LONE")
        #expect(throws: RuleRuled.RefusalError(reason: "count")) { try context.save() }
    }

    @Test("VAL-19 the class can combine its errors with the model's")
    func errorsTogether() throws {
        let object = ruled("ok")
        try context.save()
        object.code = "toolong"
        object.count = 4
        let errors = try #require(validationErrors { try context.save() })
        #expect(errors.map(\.code) == [.stringTooLong, .managedObjectValidation])
        #expect(errors.map(\.key) == ["code", "count"])
    }

    @Test("VAL-21 unchanged objects are not checked")
    func unchangedObjects() throws {
        let object = ruled("ok")
        try context.save()
        object.setPrimitiveValue("far too long", forKey: "code")
        object.checks = []
        let note = RuleNote(context: context)
        try context.save()
        #expect(object.checks.isEmpty)
        #expect(!note.hasChanges)
    }

    @Test("VAL-25 a required derived attribute needs no value before the save")
    func derivedAttributes() throws {
        let object = ruled("ok", 2)
        #expect(object.value(forKey: "total") == nil)
        try context.save()
    }

    @Test("VAL-26 a child's save is validated, and its parent's save again")
    func childContexts() throws {
        let child = ManagedObjectContext(parent: context)
        let note = RuleNote(context: child)
        try child.save()
        #expect(note.calls == ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
        let own = try #require(context.registeredObject(for: note.objectID) as? RuleNote)
        try context.save()
        #expect(own.calls == ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
        let wrong = RuleRuled(context: child)
        wrong.code = "x"
        #expect(throws: ValidationError.self) { try child.save() }
        #expect(!context.hasChanges)
    }

    @Test("VAL-27 an error in a composite has the path to its member")
    func composites() throws {
        let object = ruled("ok")
        object.setValue(["floor": 12], forKey: "place")
        let errors = try #require(validationErrors { try context.save() })
        #expect(errors.map(\.key) == ["place.city", "place.floor"])
        #expect(errors.map(\.code) == [.missingMandatoryProperty, .numberTooLarge])
    }
}
