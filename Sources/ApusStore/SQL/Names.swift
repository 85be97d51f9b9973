import ApusSchema

// GRDB also declares `Table` and `Column`; in this module, the names refer to the layout's types.
typealias Table = ApusSchema.Table
typealias Column = ApusSchema.Column
