// Generated code describes its model with the schema's types, and programs write predicates; both import this module
// alone.
@_exported public import ModelExpressions
@_exported public import ModelSchema
