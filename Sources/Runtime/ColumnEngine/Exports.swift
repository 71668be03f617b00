// The engine is useless without the types of questions and models.
@_exported public import StoreProtocol
