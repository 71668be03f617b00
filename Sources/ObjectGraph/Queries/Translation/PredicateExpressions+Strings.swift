#if !canImport(Darwin)
    public import Foundation

    // Foundation has these string functions in predicates on Apple's platforms only. The macro `#Predicate` writes the calls
    // of the functions named `build_…` everywhere, so supplying them makes the same source compile here too.
    extension PredicateExpressions {
        /// `$0.name.localizedStandardContains("x")`: case and accents do not count.
        public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            public typealias Output = Bool

            public let root: Root
            public let other: Other

            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
                try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
            }
        }

        /// `$0.name.caseInsensitiveCompare("x")`, to be compared with a `ComparisonResult`.
        public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            public typealias Output = ComparisonResult

            public let root: Root
            public let other: Other

            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
                try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
            }
        }

        /// `$0.name.localizedCompare("x")`, to be compared with a `ComparisonResult`.
        public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            public typealias Output = ComparisonResult

            public let root: Root
            public let other: Other

            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
                try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
            }
        }

        /// What the macro calls.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func build_localizedStandardContains<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringLocalizedStandardContains<Root, Other> {
            StringLocalizedStandardContains(root: root, other: other)
        }

        /// What the macro calls.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func build_caseInsensitiveCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringCaseInsensitiveCompare<Root, Other> {
            StringCaseInsensitiveCompare(root: root, other: other)
        }

        /// What the macro calls.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func build_localizedCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringLocalizedCompare<Root, Other> {
            StringLocalizedCompare(root: root, other: other)
        }
    }

    // Predicates hold only what can be sent and coded.
    extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}

    extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {
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

    extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

    extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}

    extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {
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

    extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

    extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}

    extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {
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

    extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
