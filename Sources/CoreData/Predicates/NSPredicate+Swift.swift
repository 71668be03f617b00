public import Foundation
import ModelExpressions
import ObjectGraph

extension FormatPredicateCreating where Self: NSPredicate {
    /// Creates a predicate from one of Swift's, such as `#Predicate<Superhero> { $0.universe == 1 }`.
    ///
    /// If it compares properties of a generated class, it is the same as a predicate from a format. Otherwise, such as
    /// for a computed property or a handwritten class, it is evaluated for each object, as a predicate of a block is.
    public init?<Input: NSManagedObject>(_ predicate: Predicate<Input>) {
        let models = GeneratedModels.all.filter { model in
            model.keyPaths != nil && model.entities.contains { $0.managedObjectClass == Input.self }
        }
        if let tree = models.lazy.compactMap({ try? ModelPredicate(predicate, model: $0.graphModel) }).first {
            self.init(tree: tree)
            return
        }
        let block = NSPredicate { object, _ in
            // An evaluation that fails, such as by dividing by zero, is no match.
            (object as? Input).flatMap { try? predicate.evaluate($0) } ?? false
        }
        guard let typed = block as? Self else { return nil }
        self = typed
    }
}
