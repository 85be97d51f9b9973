#include "FaultState.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

/// SQLite's own layer, which does all the work.
static sqlite3_vfs *original;

static sqlite3_vfs layer;

/// An open file: what this layer knows of it, followed by what the original one does.
typedef struct FaultFile {
    sqlite3_file base;
    /// SQLite keeps it as long as the file is open; `NULL` where the file has no name.
    const char *path;
    /// Whether the next sync is the first one of a new journal or log: the original layer makes sure then that the name
    /// is on the disk as well.
    bool syncsFolder;
} FaultFile;

static sqlite3_file *real(sqlite3_file *file) {
    return (sqlite3_file *)((FaultFile *)file + 1);
}

static const char *path(sqlite3_file *file) {
    return ((FaultFile *)file)->path;
}

static int closeFile(sqlite3_file *file) {
    return real(file)->pMethods->xClose(real(file));
}

static int readFile(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    Verdict verdict = faultJudge(FaultOperationRead);
    if (verdict.code != SQLITE_OK) return verdict.code;
    return real(file)->pMethods->xRead(real(file), bytes, length, offset);
}

static int writeFile(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    Verdict verdict = faultJudge(FaultOperationWrite);
    if (verdict.code != SQLITE_OK) {
        if (verdict.doesHalf) real(file)->pMethods->xWrite(real(file), bytes, length / 2, offset);
        if (verdict.kills) faultKill();
        return verdict.code;
    }
    int code = real(file)->pMethods->xWrite(real(file), bytes, length, offset);
    if (code == SQLITE_OK) faultRecord(FaultOperationWrite, path(file), bytes, length, offset, false);
    return code;
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
    Verdict verdict = faultJudge(FaultOperationTruncate);
    if (verdict.kills) faultKill();
    if (verdict.code != SQLITE_OK) return verdict.code;
    int code = real(file)->pMethods->xTruncate(real(file), size);
    if (code == SQLITE_OK) faultRecord(FaultOperationTruncate, path(file), NULL, 0, size, false);
    return code;
}

static int syncFile(sqlite3_file *file, int flags) {
    (void)flags;
    Verdict verdict = faultJudge(FaultOperationSync);
    if (verdict.kills) faultKill();
    if (verdict.code != SQLITE_OK) return verdict.code;
    // The power stays on, so nothing has to be waited for; the record knows.
    FaultFile *own = (FaultFile *)file;
    faultRecord(FaultOperationSync, own->path, NULL, 0, 0, own->syncsFolder);
    own->syncsFolder = false;
    return SQLITE_OK;
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int lockFile(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}

static int unlockFile(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int checkReservedLock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int fileControl(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int sectorSize(sqlite3_file *file) {
    return real(file)->pMethods->xSectorSize(real(file));
}

static int deviceCharacteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int mapShared(sqlite3_file *file, int region, int size, int extends, void volatile **result) {
    if (!real(file)->pMethods->xShmMap) return SQLITE_IOERR_SHMMAP;
    if (extends) {
        Verdict verdict = faultJudge(FaultOperationMap);
        if (verdict.kills) faultKill();
        if (verdict.code != SQLITE_OK) {
            *result = NULL;
            return verdict.code;
        }
    }
    return real(file)->pMethods->xShmMap(real(file), region, size, extends, result);
}

static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void barrierShared(sqlite3_file *file) {
    real(file)->pMethods->xShmBarrier(real(file));
}

static int unmapShared(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

/// Version 2: without memory-mapped reading and writing of the database, which would go past this layer.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = closeFile,
    .xRead = readFile,
    .xWrite = writeFile,
    .xTruncate = truncateFile,
    .xSync = syncFile,
    .xFileSize = fileSize,
    .xLock = lockFile,
    .xUnlock = unlockFile,
    .xCheckReservedLock = checkReservedLock,
    .xFileControl = fileControl,
    .xSectorSize = sectorSize,
    .xDeviceCharacteristics = deviceCharacteristics,
    .xShmMap = mapShared,
    .xShmLock = lockShared,
    .xShmBarrier = barrierShared,
    .xShmUnmap = unmapShared,
};

static int openFile(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *outFlags) {
    (void)vfs;
    FaultFile *own = (FaultFile *)file;
    memset(own, 0, sizeof(*own));
    bool isNew = !name || ((flags & SQLITE_OPEN_CREATE) && access(name, F_OK) != 0);
    if (isNew && (flags & SQLITE_OPEN_CREATE)) {
        Verdict verdict = faultJudge(FaultOperationCreate);
        if (verdict.kills) faultKill();
        if (verdict.code != SQLITE_OK) return verdict.code;
    }
    int code = original->xOpen(original, name, real(file), flags, outFlags);
    // SQLite closes whatever has methods, after a failure too.
    if (real(file)->pMethods) file->pMethods = &methods;
    if (code != SQLITE_OK) return code;
    own->path = name;
    own->syncsFolder = (flags & SQLITE_OPEN_CREATE)
        && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL));
    if (isNew) faultRecord(FaultOperationCreate, name, NULL, 0, 0, false);
    return SQLITE_OK;
}

static int deleteFile(sqlite3_vfs *vfs, const char *name, int syncsFolder) {
    (void)vfs;
    Verdict verdict = faultJudge(FaultOperationDelete);
    if (verdict.kills) faultKill();
    if (verdict.code != SQLITE_OK) return verdict.code;
    int code = original->xDelete(original, name, 0);
    if (code == SQLITE_OK) faultRecord(FaultOperationDelete, name, NULL, 0, 0, syncsFolder != 0);
    return code;
}

void faultInstall(void) {
    if (!original) {
        original = sqlite3_vfs_find(NULL);
        // Its other functions look at none of what is changed here.
        layer = *original;
        layer.pNext = NULL;
        layer.zName = "apus-fault";
        layer.szOsFile = (int)sizeof(FaultFile) + original->szOsFile;
        layer.xOpen = openFile;
        layer.xDelete = deleteFile;
    }
    sqlite3_vfs_register(&layer, 1);
}

void faultUninstall(void) {
    if (original) sqlite3_vfs_register(original, 1);
}
