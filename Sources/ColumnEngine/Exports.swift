// An engine is of no use without what it is asked, and what it is asked about.
@_exported public import StoreProtocol
