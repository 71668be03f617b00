import Foundation
import ModelExpressions
import ObjectGraph

extension NSManagedObjectModel {
    /// Checks the expressions of derived attributes, which would otherwise have no values (rule DRV-4).
    ///
    /// - Throws: An error with the code 134060 for an attribute whose expression can't be a derivation.
    final func checkDerivations() throws {
        for entity in graphModel.schema.entities {
            for attribute in entity.attributes {
                guard attribute.isDerived, let text = attribute.derivationExpression else { continue }
                do {
                    _ = try ModelExpression(derivation: text)
                } catch {
                    throw NSError(
                        code: NSCoreDataError,
                        "the derivation '\(text)' of '\(entity.name).\(attribute.name)': \(error)")
                }
            }
        }
    }
}
