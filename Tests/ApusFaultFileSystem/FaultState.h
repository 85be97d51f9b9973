// What the layer knows, apart from the files that it opens.
#ifndef FAULT_STATE_H
#define FAULT_STATE_H

#include "CFaultFileSystem.h"

/// What is to become of an operation.
typedef struct Verdict {
    /// SQLite's code of the failure; `SQLITE_OK` where it is to be done.
    int code;
    /// Whether the first half of a write is done all the same.
    bool doesHalf;
    /// Whether the process ends then.
    bool kills;
} Verdict;

/// Counts an operation and says what is to become of it.
Verdict faultJudge(FaultOperation operation);

/// Ends the process.
void faultKill(void);

/// Keeps an operation that was done, where there is a record.
void faultRecord(FaultOperation operation, const char *path, const void *bytes, int64_t length, int64_t offset,
                 bool syncsFolder);

#endif
