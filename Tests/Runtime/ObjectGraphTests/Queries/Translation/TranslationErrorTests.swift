import Foundation
import ObjectGraph
import SampleModels
import Testing

/// What has no counterpart says which expression it is.
struct TranslationErrorTests {
    private func error<Object: ManagedObject>(
        _ predicate: Predicate<Object>, _ model: ManagedObjectModel
    ) -> PredicateTranslationError? {
        #expect(throws: PredicateTranslationError.self) { try ModelPredicate(predicate, model: model) }
    }

    @Test("A key path to a computed property is an error that names its types")
    func keyPathsToComputedProperties() {
        let error = error(#Predicate<Boat> { $0.insertionCount == 1 }, .inheritance)
        #expect(error?.code == .unknownKeyPath)
        #expect(
            error?.description
                == "a key path from Boat to Int does not name a property of the model 'Inheritance'")
    }

    @Test("A key path of another model is an error")
    func keyPathsOfAnotherModel() {
        #expect(error(#Predicate<Run> { $0.title == "x" }, .superheroes)?.code == .unknownKeyPath)
    }

    @Test("An expression without a counterpart is an error that names it")
    func expressionsWithoutACounterpart() {
        let regex = error(#Predicate<Run> { ($0.title ?? "").contains(/a+/) }, .fetching)
        #expect(regex?.code == .unsupportedExpression)
        #expect(regex?.expression == "StringContainsRegex")
        let cast = error(#Predicate<Athlete> { $0 is Professional }, .fetching)
        #expect(cast?.expression == "TypeCheck")
        let values = ["a": 1.0]
        let dictionary = error(#Predicate<Run> { values["a"] == 1 && $0.title == nil }, .fetching)
        #expect(dictionary?.expression == "DictionaryKeySubscript")
    }
}
