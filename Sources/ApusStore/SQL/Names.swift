import ApusSchema

// GRDB has a `Table` and a `Column` of its own; in this module the words mean the layout's.
typealias Table = ApusSchema.Table
typealias Column = ApusSchema.Column
