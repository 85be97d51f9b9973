/// The index of a store in its container.
typealias StoreID = Int
