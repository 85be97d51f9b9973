// So that the code of an app's migrations needs no other import.
@_exported public import protocol ApusSchema.FunctionValue
@_exported public import struct ApusSchema.MigrationFunction
@_exported public import struct ApusStore.DeferredReport
@_exported public import struct ApusStore.DeferredWork
@_exported public import struct ApusStore.MigrationCode
@_exported public import struct ApusStore.MigrationProgress
// So that it can read what changing a key has done.
@_exported public import enum ApusStore.PurgeOutcome
@_exported public import struct ApusStore.RekeyReport
// So that it can load and dump files of rows.
@_exported public import struct ApusStore.RowFile
@_exported public import struct ApusStore.RowLoadError
@_exported public import struct ApusStore.RowTransfer
// So that code that opens a container needs no other import.
@_exported public import enum ApusStore.StoreChecks
// So that it can tell a locked store or a full disk from other errors.
@_exported public import struct ApusStore.StoreError
// So that it can give a configuration the keys of encrypted attributes.
@_exported public import struct ApusStore.StoreKeys
@_exported public import struct ApusStore.Verification
