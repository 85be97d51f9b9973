// The types of values are a part of every schema: whoever imports schemas can name them.
@_exported public import ApusExpressions
