public import ModelExpressions

/// What a context asks a store for where a request is of groups: what is computed of many objects at once.
public struct StoreGroupQuestion: Sendable {
    /// The objects, all that match. Their order decides that of the groups, each of which stands where its first object does.
    public var objects: StoreQuestion
    /// Paths of names whose equal values make a group: through to-one relationships to an attribute or a to-one. Without any,
    /// all objects are one group, also if there are none.
    public var keys: [ModelKeyPath]
    /// What is computed of each group.
    public var totals: [StoreTotal]
    /// How many groups are taken: where there are more, nil is the answer. 0 for any number.
    public var greatestCount: Int

    /// Groups of the objects that match a question.
    public init(objects: StoreQuestion, keys: [ModelKeyPath], totals: [StoreTotal], greatestCount: Int = 0) {
        self.objects = objects
        self.keys = keys
        self.totals = totals
        self.greatestCount = greatestCount
    }
}

/// One value of many objects. Nil is not a value (rule FET-16).
public struct StoreTotal: Sendable, Hashable {
    /// How the value is made.
    public enum Function: Sendable, Hashable {
        /// The number of objects whose path points to a value.
        case count
        /// Of integers an integer, of other numbers a ``AttributeValue/double(_:)``; null of none. The last places of a sum of
        /// real numbers depend on the order in which they are added.
        case sum
        /// The least value; null of none.
        case minimum
        /// The greatest value; null of none.
        case maximum
    }

    /// How the value is made.
    public var function: Function
    /// What is read of each object, as ``StoreGroupQuestion/keys`` are; empty for the object itself, which can only be counted.
    public var path: ModelKeyPath

    /// A function of what a path points to.
    public init(_ function: Function, of path: ModelKeyPath) {
        self.function = function
        self.path = path
    }
}

/// A group of objects.
public struct StoreGroup: Sendable, Hashable {
    /// What the members have in common.
    public enum Key: Sendable, Hashable {
        /// An attribute; null also where a path points to nothing before it.
        case value(AttributeValue)
        /// Where a to-one relationship leads; nothing is a null ``value(_:)``.
        case object(ObjectID)
    }

    /// In the order of ``StoreGroupQuestion/keys``.
    public var keys: [Key]
    /// In the order of ``StoreGroupQuestion/totals``. The values of attributes are of their types.
    public var totals: [AttributeValue]

    /// A group of what its members have in common, and what was computed of them.
    public init(keys: [Key], totals: [AttributeValue]) {
        self.keys = keys
        self.totals = totals
    }
}
