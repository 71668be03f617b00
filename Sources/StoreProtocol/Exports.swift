// Whoever describes models and asks questions needs what these are made of.
@_exported public import ModelExpressions
@_exported public import ModelSchema
