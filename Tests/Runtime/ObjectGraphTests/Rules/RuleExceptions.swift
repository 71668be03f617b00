/// The parts of the page of rules that don't come from tests.
enum RuleExceptions {
    static let introduction = """
        # Rules of the object graph

        Core Data's rules, which of them hold here, and the tests that prove them.

        ## Overview

        This page divides Core Data's behavior into numbered rules, grouped by subject. Comments and tests refer to them
        by number. Each row states a rule, in this project's words and with its names, and lists the titles of the tests
        that prove it, with their files. Text in italics explains why a rule isn't met, or how it is met in another way.
        Where Core Data leaves a choice open, the rule states the choice made here.

        The rules come from Apple's documentation, and from public projects that use the framework. The tests prove that this
        project follows them. They have not run with Apple's framework.

        A test generates this page from the rules in `Tests/Runtime/ObjectGraphTests/Rules/Rules.txt` and from the titles of the
        tests: a title names the rules that the test proves by their numbers.


        """

    /// Why rules are not met, or what replaces them. Only rules of little use to programs are not met.
    static let reasons: [String: String] = [
        "MOD-11": "Cannot be violated: a model is a value, so nothing can change one that is in use.",
        "MOD-12": "Met in another way: `AttributeValue` has a case for each type.",
        "MOD-13": "Cannot be violated: descriptions of properties are values.",
        "MOD-14": "Met in another way: an identifier that isn't set is nil, and the name takes its place.",
        "MOD-17": "Met in another way: a ``PersistentStoreDescription`` names a configuration; see STO-25.",
        "MOD-18": "Not met: a container has one model.",
        "MOD-23": "As VAL-9 to VAL-13.",
        "CHD-17": """
        Cannot be violated: a context gets either a parent or a coordinator when it is created, and keeps it.
        """,
        "CNF-17": "Met in another way: a file has one writer at a time; the error of a second one names the process.",
        "DRV-5": "As VAL-25.",
        "MIG-7": "Met in another way: `MigrationError` lists every obstacle; the store remains unchanged.",
        "MIG-11": """
        Met in another way: the store is opened only if the migration lists the elements that would be lost among its \
        dropped elements.
        """,
        "MIG-15": "As MIG-11.",
        "DRV-6": "Every store computes derived values.",
        "CON-5": "Met in another way: work runs in its caller's isolation, so no thread waits for a queue.",
        "CON-6": "Met in another way: the compiler keeps contexts and objects in their isolation.",
        "STO-2": "Cannot be violated: the model is part of the program and isn't searched for by name.",
        "STO-3": "Met in another way: the container's initializer opens the stores and throws.",
        "STO-18": "Met in another way: `modelgen-store` exports a store's objects to other formats, and imports them.",
        "STO-21": """
        Met in another way: a program's own store conforms to ``PersistentStore``, and the module `StoreConformance` tests \
        it.
        """,
        "STO-22": "As STO-21.",
        "STO-23": "As STO-21; a ``PersistentStoreDescription`` replaces the registered type.",
        "CON-10": "Met in another way: isolation replaces the types of concurrency.",
        "CTX-36": "Refreshing always reads the latest committed values; the interval has no effect.",
        "VAL-25": "The save computes derived values, so none needs to be set before.",
        "FLT-7": "Values are in memory in any case, so none are omitted.",
        "FET-9": "Only the name: a request has no entity of its own, because any context can execute it.",
        "FET-13": "By name; a description's name is its `Attribute.name`.",
        "FET-38": "A context has a coordinator, and a coordinator has a store, which can be empty.",
        "FLT-15": "Stores in memory have all values, so only other stores read a batch at a time.",
    ]

    /// The errors by Core Data's numbers, which `ErrorCodeTests` proves.
    static let errorCodes = """
        ## Error codes

        As an `NSError`, every error of the runtime has the domain `NSCocoaErrorDomain`; this table lists the codes, which
        `ErrorCodeTests` proves.

        | Code | Error |
        | --- | --- |
        | 1550 | ``ValidationError`` of a condition that a program has set, or of a class's own check |
        | 1560 | ``ValidationErrors``: several at once |
        | 1570 | ``ValidationError``: a required value is missing |
        | 1580, 1590 | ``ValidationError``: too few or too many destinations |
        | 1600 | ``ValidationError``: a delete rule denies the deletion |
        | 1610, 1620 | ``ValidationError``: a number is too large or too small |
        | 1630, 1640 | ``ValidationError``: a date is too late or too early |
        | 1660, 1670, 1680 | ``ValidationError``: a text is too long, too short, or does not match its pattern |
        | 133000 | ``ObjectNotFoundError`` |
        | 133020 | ``MergeConflictError`` |
        | 133021 | ``ConstraintConflictError`` |
        | 134030 | ``SaveLoopError`` |
        | 134060 | ``FetchError``, ``QueryError``, ``BatchError``, ``PredicateTranslationError``, ``UnknownConfigurationError``, \
        ``CrossStoreRelationshipError`` and `FormatError` |
        | 134070 | ``ObjectNumbersExhaustedError``, ``CoordinatorError`` |
        | 134301 | ``PersistentHistoryTokenExpiredError`` |

        The other numbers stand for errors that cannot occur here (1650 and 1690: dates and URIs are checked by their types;
        132000 and 132010: nothing is locked), for errors of stores and migration, which have their own types, and for errors
        of SQLite.

        """
}
