/// What the page of rules says besides what tests prove.
enum RuleExceptions {
    static let introduction = """
        # Rules of the object graph

        What Core Data's rules are, which of them hold, and which test proves each.

        ## Overview

        Core Data's behavior is taken as numbered rules, in families, and comments and tests refer to them by number. Each
        row says what a rule is, in this project's words and for its names, and names the tests that prove it, in their
        own words, with the file they are in. Slanted text says why a rule is not met, or is met in another way. Where
        Core Data leaves a choice, the rule says what is chosen here.

        This page is made from `Tests/ObjectGraphTests/Rules/Rules.txt`, which lists the rules, and from the tests: the
        name of a test begins with the numbers of the rules that it proves.


        """

    /// Why rules are not met, or what takes their place. Only rules of little use to programs are not met.
    static let reasons: [String: String] = [
        "MOD-11": "Cannot be broken: a model is a value, and nothing changes one that is in use.",
        "MOD-12": "Met in another way: `AttributeValue` has a case for each type.",
        "MOD-13": "Cannot be broken: descriptions of properties are values.",
        "MOD-14": "Met in another way: it is nil where none is set, and the name counts then.",
        "MOD-17": "Met in another way: a ``PersistentStoreDescription`` names a configuration; see STO-25.",
        "MOD-18": "Not met: a container has one model.",
        "MOD-23": "As VAL-9 to VAL-13.",
        "CHD-17": """
        A parent is given when a child is made and stays, and a context has either a parent or a coordinator: what the \
        rule forbids cannot be written.
        """,
        "CNF-17": "A file has one writer at a time; a second one is told which process holds it.",
        "DRV-5": "As VAL-25.",
        "MIG-4": "Met in another way: opening a store with a model of other hashes throws, or migrates it.",
        "MIG-7": "Met in another way: `MigrationRefusal` names every obstacle; the store is as it was.",
        "MIG-11": """
        Met in another way: what would be lost is named among the dropped elements of the migration, or the store is not \
        opened.
        """,
        "MIG-15": "As MIG-11.",
        "DRV-6": "Every store computes derived values.",
        "CON-5": "Waiting work runs in place, in the isolation it is called from; nobody waits for a queue.",
        "CON-6": "The compiler refuses it: contexts and objects do not cross isolation.",
        "STO-2": "Cannot be: the model is part of the program, and is not looked for by its name.",
        "STO-3": "Met in another way: the container's initializer opens the stores and throws.",
        "STO-18": "Met in another way: `modelgen-store` writes a store's objects as other formats, and reads them.",
        "STO-21": """
        Met in another way: stores of a program's own are ``PersistentStore``, which the module `StoreConformance` tests.
        """,
        "STO-22": "As STO-21.",
        "STO-23": "As STO-21; a ``PersistentStoreDescription`` takes the place of a registered type.",
        "CON-10": "Met in another way: isolation takes the place of kinds of concurrency.",
        "CTX-36": "Refreshing always takes the latest committed values; the interval is kept and changes nothing.",
        "VAL-25": "The save computes derived values, so none has to be there before.",
        "FLT-7": "Values are in memory in any case, so none are left out.",
        "FET-9": "Only the name: a request has no entity of its own, since it serves every context.",
        "FET-13": "By name; a description's name is its `Attribute.name`.",
        "FET-38": "A context has a coordinator, and a coordinator a store; there may be nothing in it.",
        "FLT-15": "Fetches find objects without reading them, so batches need no loading of their own.",
    ]

    /// The errors by Core Data's numbers, which `ErrorCodeTests` proves.
    static let errorCodes = """
        ## Error codes

        Every error of the runtime is of the domain `NSCocoaErrorDomain` for code that asks for its domain, code and user
        info. `ErrorCodeTests` proves the numbers.

        | Code | Error |
        | --- | --- |
        | 1550 | ``ValidationError`` of a condition that a program has set, or of a class's own check |
        | 1560 | ``ValidationErrors``: several at once |
        | 1570 | ``ValidationError``: a required value is missing |
        | 1580, 1590 | ``ValidationError``: too few or too many destinations |
        | 1600 | ``ValidationError``: a delete rule denies the deletion |
        | 1610, 1620 | ``ValidationError``: a number is too large or too small |
        | 1630, 1640 | ``ValidationError``: a date is too late or too soon |
        | 1660, 1670, 1680 | ``ValidationError``: a text is too long, too short, or does not match its pattern |
        | 133000 | ``ObjectNotFound`` |
        | 133020 | ``MergeConflict`` |
        | 133021 | ``ConstraintConflicts`` |
        | 134030 | ``SaveWithoutEnd`` |
        | 134060 | ``FetchError``, ``QueryError``, ``BatchError``, ``PredicateTranslationError``, ``UnknownConfiguration``, \
        ``CrossStoreRelationship`` and `FormatError` |
        | 134070 | ``StoreFull``, ``CoordinatorError`` |
        | 134301 | ``PersistentHistoryTokenExpired`` |

        The other numbers stand for what cannot happen here (1650 and 1690: dates and URIs are checked by their types;
        132000 and 132010: nothing is locked), for stores and migration, which have errors of their own, and for SQLite.

        """
}
