// So that code that opens a container needs no other import.
@_exported public import enum ApusStore.StoreChecks
