/// A layer of SQLite between its databases and the disk that counts what changes the disk, lets one of these operations
/// fail, and keeps a record of them, from which the disk can be made as a loss of power would have left it.
///
/// One process uses it for one run at a time; only tests do.
#ifndef C_FAULT_FILE_SYSTEM_H
#define C_FAULT_FILE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__has_attribute) && __has_attribute(enum_extensibility)
#define FAULT_ENUM(name) enum __attribute__((enum_extensibility(closed))) name : int32_t
#else
#define FAULT_ENUM(name) enum name
#endif

/// An operation that changes the disk.
typedef FAULT_ENUM(FaultOperation) {
    /// A file comes into being.
    FaultOperationCreate,
    /// Bytes are written into a file.
    FaultOperationWrite,
    /// A file's end is cut off.
    FaultOperationTruncate,
    /// Somebody waits until what was written to a file is on the disk.
    FaultOperationSync,
    /// A file's name goes.
    FaultOperationDelete,
    /// The index of a log is mapped into memory, and grows for it.
    FaultOperationMap,
    /// Bytes are read: this changes nothing, and counts only where reading is what fails.
    FaultOperationRead,
} FaultOperation;

/// What goes wrong.
typedef FAULT_ENUM(FaultKind) {
    /// Nothing.
    FaultKindNone,
    /// The disk fails.
    FaultKindError,
    /// The disk is full: what needs room fails, the rest works.
    FaultKindFull,
    /// As `Error`, but of a write the first half is done.
    FaultKindHalfThenError,
    /// As `Full`, but of a write the first half is done.
    FaultKindHalfThenFull,
    /// The process is killed; of a write the first half is done.
    FaultKindKill,
    /// The disk does not give what is read.
    FaultKindUnreadable,
} FaultKind;

/// An operation that was done.
typedef struct FaultRecord {
    FaultOperation operation;
    /// The file's name, without its folder.
    const char *_Nonnull name;
    /// Where bytes were written; the new size of a file that was cut off.
    int64_t offset;
    /// What was written.
    const uint8_t *_Nullable bytes;
    int64_t length;
    /// Whether the names in the folder are on the disk as well now.
    bool syncsFolder;
    /// Whether the watched file was still there.
    bool sawWatched;
} FaultRecord;

/// Makes a connection (an `sqlite3 *`) defensive, as Apple's SQLite may make them all.
void faultDefend(void *_Nonnull connection);

/// Puts the layer under all connections that are opened from now on.
void faultInstall(void);

/// Takes it away again; connections that have it keep it.
void faultUninstall(void);

/// Starts counting from 0, and lets the operation with a number fail, and all after it where that lasts.
void faultArm(FaultKind kind, int64_t number, bool lasts);

/// The operations since then.
int64_t faultCount(void);

/// Whether any of them failed.
bool faultWasHit(void);

/// Forgets the record, and keeps one of all operations on files that have names from now on.
void faultStartRecord(const char *_Nullable watched);

/// Goes on without a record; what was recorded stays.
void faultStopRecord(void);

/// How many operations the record has.
int64_t faultRecordCount(void);

/// An operation of the record; its pointers are good until another record is started.
FaultRecord faultRecordAt(int64_t number);

#endif
