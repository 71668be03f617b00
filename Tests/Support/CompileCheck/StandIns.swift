import ModelCodegen
import ModelSchema

/// What an app writes by hand beside generated code, derived from what the model names and does not define.
struct StandIns {
    let model: Model
    let options: GenerationOptions

    init(for model: Model, options: GenerationOptions) {
        self.model = model
        self.options = options
    }

    /// What an app writes for several versions of a model: each type once.
    init(for versions: [Model], options: GenerationOptions) {
        var model = versions.last ?? Model(name: "")
        model.entities = versions.flatMap(\.entities)
        model.composites = versions.flatMap(\.composites)
        self.init(for: model, options: options)
    }

    /// One file, or none where nothing is missing.
    var files: [GeneratedFile] {
        let texts = classes + enumerations + codableTypes + transformableClasses
        guard !texts.isEmpty else { return [] }
        // A public import has to be used in something public.
        let foundation = "public import Foundation\n"
        let sets = "\n\npublic typealias \(fileStem)Set = NSSet\n"
        let header =
            switch options.style {
            case .coreData, .objectGraph:
                "\(foundation)public import \(module)\(sets)public typealias \(fileStem)Object = \(baseClass)\n\n\n"
            case .swiftData: "\(foundation)\(sets)\n\n"
            }
        return [GeneratedFile(name: "\(fileStem).swift", text: header + texts.joined(separator: "\n"))]
    }

    /// Nobody can inherit openly from a class that is only public.
    private var access: String { options.subclassing == .open ? "open" : "public" }

    private var module: String { options.style == .coreData ? "CoreData" : "ObjectGraph" }

    private var baseClass: String { options.style == .coreData ? "NSManagedObject" : "ManagedObject" }

    private var fileStem: String {
        "StandIns_" + String(model.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The classes of entities for which only an extension is generated.
    private var classes: [String] {
        let lookup = ModelLookup(model)
        return model.entities.filter { needsClass($0) }.map { entity in
            let parent = lookup.ancestors(of: entity).first.flatMap(className) ?? baseClass
            return "nonisolated \(access) class \(className(entity) ?? entity.name): \(parent) {}\n"
        }
    }

    private func needsClass(_ entity: Entity) -> Bool {
        guard options.style != .swiftData else { return false }
        return switch options.classes {
        case .all: false
        case .extensionsOnly, .handwritten: className(entity) != nil
        case .xcode: entity.codeGeneration != .classDefinition && className(entity) != nil
        case .model: entity.codeGeneration == .categoryExtension && className(entity) != nil
        }
    }

    private func className(_ entity: Entity) -> String? {
        guard let name = entity.className ?? (options.style == .coreData ? nil : entity.name) else { return nil }
        return options.classPrefix + name + options.classSuffix
    }

    /// The enums that are named without their cases.
    private var enumerations: [String] {
        let attributes = model.entities.flatMap(\.attributes)
        // Another attribute may have the cases.
        var seen = Set(attributes.compactMap(\.enumeration).filter { $0.cases != nil }.map(\.typeName))
        return attributes.compactMap { attribute in
            guard let enumeration = attribute.enumeration, enumeration.cases == nil,
                seen.insert(enumeration.typeName).inserted
            else { return nil }
            let rawType =
                attribute.type == .string
                ? "String"
                : attribute.type.rawValue.filter { $0 != " " }
                    .replacing("Integer", with: "Int")
            return "nonisolated public enum \(enumeration.typeName): \(rawType), Sendable { case standIn }\n"
        }
    }

    /// The types that user info names for Binary and Transformable attributes.
    private var codableTypes: [String] {
        names(in: model.entities.flatMap(\.attributes).compactMap(\.codableTypeName)).sorted().map {
            "nonisolated public struct \($0): Codable, Sendable {}\n"
        }
    }

    /// The types that texts mention and neither Swift nor Foundation has.
    private func names(in texts: [String]) -> Set<String> {
        let names = texts.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
        return Set(names).subtracting(Self.knownTypes)
    }

    /// The classes of transformable attributes that neither Swift nor Foundation has.
    private var transformableClasses: [String] {
        names(in: model.entities.flatMap(\.attributes).compactMap(\.customClassName)).sorted().map {
            "nonisolated public final class \($0): NSObject, NSCoding {\n"
                + "    public func encode(with coder: NSCoder) {}\n    public init?(coder: NSCoder) {}\n}\n"
        }
    }

    private static let knownTypes: Set<String> = [
        "Any", "AnyObject", "Bool", "Data", "Date", "Decimal", "Dictionary", "Array", "Set", "Double", "Float", "Int",
        "Int16", "Int32", "Int64", "NSArray", "NSAttributedString", "NSData", "NSDate", "NSDictionary", "NSError",
        "NSNumber", "NSObject", "NSOrderedSet", "NSSet", "NSString", "NSURL", "NSUUID", "NSDecimalNumber",
        "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "String", "URL", "UUID", "NSIndexSet", "IndexSet",
        "NSValue", "NSNull", "NSTimeZone", "NSLocale", "Locale", "TimeZone", "NSRange", "any", "some",
    ]
}
