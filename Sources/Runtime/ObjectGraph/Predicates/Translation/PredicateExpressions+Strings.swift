#if !canImport(Darwin)
    public import Foundation

    // Foundation has these string functions in predicates on Apple's platforms only. The macro `#Predicate` writes
    // calls of functions named `build_…` everywhere, so the same source compiles here if they exist.
    extension PredicateExpressions {
        /// A function of two strings that a predicate can call.
        public protocol StringFunction: Sendable {
            /// The result of the function.
            associatedtype Output
            /// The kind of the function, for translating a predicate.
            static var kind: StringFunctionKind { get }
            /// Calls the function of `text` with `other`.
            static func call(_ text: some StringProtocol, _ other: some StringProtocol) -> Output
        }

        /// The kind of a function of two strings.
        public enum StringFunctionKind: Sendable {
            case localizedStandardContains, caseInsensitiveCompare, localizedCompare
        }

        /// `$0.name.localizedStandardContains("x")`, which ignores case and accents.
        public enum LocalizedStandardContains: StringFunction {
            public static let kind = StringFunctionKind.localizedStandardContains

            public static func call(_ text: some StringProtocol, _ other: some StringProtocol) -> Bool {
                text.localizedStandardContains(other)
            }
        }

        /// `$0.name.caseInsensitiveCompare("x")`, which a predicate compares with a `ComparisonResult`.
        public enum CaseInsensitiveCompare: StringFunction {
            public static let kind = StringFunctionKind.caseInsensitiveCompare

            public static func call(_ text: some StringProtocol, _ other: some StringProtocol) -> ComparisonResult {
                text.caseInsensitiveCompare(other)
            }
        }

        /// `$0.name.localizedCompare("x")`, which a predicate compares with a `ComparisonResult`.
        public enum LocalizedCompare: StringFunction {
            public static let kind = StringFunctionKind.localizedCompare

            public static func call(_ text: some StringProtocol, _ other: some StringProtocol) -> ComparisonResult {
                text.localizedCompare(other)
            }
        }

        /// A call of a function of two strings.
        public struct StringCall<Function: StringFunction, Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            /// The result of the function.
            public typealias Output = Function.Output
            /// The string whose function is called.
            public let root: Root
            /// The argument of the function.
            public let other: Other

            /// Creates a call.
            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            /// Evaluates both strings, and calls the function.
            ///
            /// - Throws: The error of an argument that cannot be evaluated.
            public func evaluate(_ bindings: PredicateBindings) throws -> Function.Output {
                Function.call(try root.evaluate(bindings), try other.evaluate(bindings))
            }
        }

        /// The macro calls this function.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func build_localizedStandardContains<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringCall<LocalizedStandardContains, Root, Other> {
            StringCall(root: root, other: other)
        }

        /// The macro calls this function.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func build_caseInsensitiveCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringCall<CaseInsensitiveCompare, Root, Other> {
            StringCall(root: root, other: other)
        }

        /// The macro calls this function.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func build_localizedCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringCall<LocalizedCompare, Root, Other> {
            StringCall(root: root, other: other)
        }
    }

    // Predicates can contain only expressions that are sendable and codable.
    extension PredicateExpressions.StringCall: Sendable where Root: Sendable, Other: Sendable {}

    extension PredicateExpressions.StringCall: Codable where Root: Codable, Other: Codable {
        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            self.init(root: try container.decode(Root.self), other: try container.decode(Other.self))
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(root)
            try container.encode(other)
        }
    }

    extension PredicateExpressions.StringCall: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
