import SwiftNames

/// A place in a source that doesn't compile, or doesn't work, without an Objective-C runtime.
package struct PortedConstruct: Sendable, Hashable {
    /// What is at the place.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case keyPath, selector, objectiveCAttribute, inaccessibleProperty, overrideInExtension, appleFramework
        case requestCast, bundledModel, unreadable
    }

    package var kind: Kind
    /// The line and the column, from 1; nil for a whole file.
    package var line: Int?
    package var column: Int?
    /// What is wrong: one clause in lower case.
    package var message: String
    /// How to change it: an imperative.
    package var hint: String
    /// Whether the change is made by hand, because porting doesn't make it.
    package var isManual: Bool

    /// The place, for the order of constructs.
    var offset = 0
    var edits: [SourceEdit] = []
    /// The bytes that go into a condition as a whole, so that nothing in them is to be changed;
    /// nil for another construct.
    var whole: Range<Int>?

    /// The construct without edits.
    var leftByHand: PortedConstruct {
        var construct = self
        construct.edits = []
        construct.isManual = true
        return construct
    }

    /// A construct that porting changes, or, without edits, one that is changed by hand.
    init(
        _ kind: Kind, at offset: Int, in source: SwiftSource, _ message: String, hint: String, edits: [SourceEdit] = []
    ) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.offset = offset
        self.edits = edits
        isManual = edits.isEmpty
        (line, column) = source.position(at: offset)
    }
}
