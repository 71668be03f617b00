import ModelDiagnostics
import ModelSchema
import TestSupport
import Testing
import XCDataModel

struct WritingPropertyTests {
    private func written(_ document: ModelDocument) throws -> [UInt8] {
        var diagnostics: [Diagnostic] = []
        let bytes = try #require(XCDataModelWriter().write(document, into: &diagnostics))
        #expect(diagnostics.isEmpty)
        return bytes
    }

    @Test("A random model is the same after writing and reading")
    func whatIsWrittenIsReadAgain() throws {
        let first = SplitMix.seeded().seed >> 32
        for seed in first..<first + 200 {
            var random = RandomModel(seed: seed)
            let model = random.model()
            let bytes = try written(ModelDocument(model))
            let (document, found) = diagnostics(reading: bytes)
            #expect(document?.model == model, "seed \(seed)")
            #expect(found.map(\.message) == [], "seed \(seed)")
            #expect(try document.map(written) == bytes, "seed \(seed)")
        }
    }

    @Test("The order of elements in the file changes only the order in the model")
    func orderInTheFileChangesOnlyOrder() throws {
        let first = SplitMix.seeded().seed >> 32
        for seed in first..<first + 100 {
            var random = RandomModel(seed: seed)
            let model = random.model()
            let bytes = try written(ModelDocument(model))
            var shuffler = Shuffler(generator: SplitMix(seed: seed))
            let shuffled = shuffler.shuffled(try XMLParser().parse(bytes).root)
            let read = try #require(diagnostics(reading: Array(shuffled.utf8)).document)
            #expect(sorted(read.model) == sorted(model), "seed \(seed)")
        }
    }

    /// A model in an order of its own, in all that no meaning depends on.
    private func sorted(_ model: Model) -> Model {
        var model = model
        func sort<Value>(_ values: inout [Value]) { values.sort { "\($0)" < "\($1)" } }
        func sort(_ attributes: inout [Attribute]) {
            for index in attributes.indices { sort(&attributes[index].userInfo.entries) }
            attributes.sort { "\($0)" < "\($1)" }
        }
        for index in model.entities.indices {
            sort(&model.entities[index].attributes)
            sort(&model.entities[index].userInfo.entries)
            for relationship in model.entities[index].relationships.indices {
                sort(&model.entities[index].relationships[relationship].userInfo.entries)
            }
            for property in model.entities[index].fetchedProperties.indices {
                sort(&model.entities[index].fetchedProperties[property].userInfo.entries)
            }
            for fetchIndex in model.entities[index].indexes.indices {
                sort(&model.entities[index].indexes[fetchIndex].elements)
            }
            for compoundIndex in model.entities[index].compoundIndexes.indices {
                sort(&model.entities[index].compoundIndexes[compoundIndex])
            }
            for constraint in model.entities[index].uniquenessConstraints.indices {
                sort(&model.entities[index].uniquenessConstraints[constraint].propertyNames)
            }
            sort(&model.entities[index].relationships)
            sort(&model.entities[index].fetchedProperties)
            sort(&model.entities[index].indexes)
            sort(&model.entities[index].compoundIndexes)
            sort(&model.entities[index].uniquenessConstraints)
        }
        for index in model.configurations.indices { sort(&model.configurations[index].entityNames) }
        for index in model.composites.indices { sort(&model.composites[index].attributes) }
        sort(&model.entities)
        sort(&model.fetchRequestTemplates)
        sort(&model.configurations)
        sort(&model.composites)
        return model
    }
}

/// Writes an element with its attributes, and the elements inside it, in another order.
private struct Shuffler {
    var generator: SplitMix

    mutating func shuffled(_ element: XMLElement) -> String {
        let attributes = element.attributes.shuffled(using: &generator).map { attribute in
            let value = attribute.value.unicodeScalars.map { "&#\($0.value);" }.joined()
            return " \(element.document.names[attribute.name])='\(value)'"
        }
        let children = Array(element.children).shuffled(using: &generator).map { shuffled($0) }
        return "<\(element.name)\(attributes.joined())>\(children.joined(separator: "\n"))</\(element.name)>"
    }
}
