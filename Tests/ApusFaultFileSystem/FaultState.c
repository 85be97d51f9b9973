#include "FaultState.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct {
    FaultKind kind;
    int64_t number;
    bool lasts;
    int64_t count;
    bool wasHit;
} plan;

static struct {
    bool isOn;
    char *watched;
    FaultRecord *all;
    int64_t count;
    int64_t room;
} record;

void faultArm(FaultKind kind, int64_t number, bool lasts) {
    pthread_mutex_lock(&mutex);
    plan.kind = kind;
    plan.number = number;
    plan.lasts = lasts;
    plan.count = 0;
    plan.wasHit = false;
    pthread_mutex_unlock(&mutex);
}

int64_t faultCount(void) {
    return plan.count;
}

bool faultWasHit(void) {
    return plan.wasHit;
}

/// The codes that SQLite's own layer gives where the disk fails.
static int codeOfError(FaultOperation operation) {
    switch (operation) {
        case FaultOperationCreate: return SQLITE_CANTOPEN;
        case FaultOperationWrite: return SQLITE_IOERR_WRITE;
        case FaultOperationTruncate: return SQLITE_IOERR_TRUNCATE;
        case FaultOperationSync: return SQLITE_IOERR_FSYNC;
        case FaultOperationDelete: return SQLITE_IOERR_DELETE;
        case FaultOperationMap: return SQLITE_IOERR_SHMMAP;
        case FaultOperationRead: return SQLITE_IOERR_READ;
    }
    return SQLITE_IOERR;
}

/// The codes that SQLite's own layer gives where the disk is full: nothing but a write calls that so.
static int codeOfFullDisk(FaultOperation operation) {
    switch (operation) {
        case FaultOperationCreate: return SQLITE_CANTOPEN;
        case FaultOperationWrite: return SQLITE_FULL;
        case FaultOperationSync: return SQLITE_IOERR_FSYNC;
        case FaultOperationMap: return SQLITE_IOERR_SHMSIZE;
        case FaultOperationTruncate:
        case FaultOperationDelete:
        case FaultOperationRead: return SQLITE_OK;
    }
    return SQLITE_IOERR;
}

Verdict faultJudge(FaultOperation operation) {
    pthread_mutex_lock(&mutex);
    Verdict verdict = {SQLITE_OK, false, false};
    // Reading is counted apart: there is far more of it.
    if ((operation == FaultOperationRead) != (plan.kind == FaultKindUnreadable)) {
        pthread_mutex_unlock(&mutex);
        return verdict;
    }
    int64_t number = plan.count++;
    if (number == plan.number || (plan.lasts && number > plan.number)) {
        switch (plan.kind) {
            case FaultKindNone: break;
            case FaultKindUnreadable:
            case FaultKindError: verdict.code = codeOfError(operation); break;
            case FaultKindFull: verdict.code = codeOfFullDisk(operation); break;
            case FaultKindHalfThenError: verdict = (Verdict){codeOfError(operation), true, false}; break;
            case FaultKindHalfThenFull: verdict = (Verdict){codeOfFullDisk(operation), true, false}; break;
            case FaultKindKill: verdict = (Verdict){SQLITE_IOERR, true, true}; break;
        }
        if (verdict.code != SQLITE_OK) plan.wasHit = true;
    }
    pthread_mutex_unlock(&mutex);
    return verdict;
}

void faultKill(void) {
    kill(getpid(), SIGKILL);
    pause();
}

void faultStartRecord(const char *watched) {
    pthread_mutex_lock(&mutex);
    for (int64_t number = 0; number < record.count; number++) {
        free((void *)record.all[number].name);
        free((void *)record.all[number].bytes);
    }
    record.count = 0;
    free(record.watched);
    record.watched = watched ? strdup(watched) : NULL;
    record.isOn = true;
    pthread_mutex_unlock(&mutex);
}

void faultStopRecord(void) {
    record.isOn = false;
}

int64_t faultRecordCount(void) {
    return record.count;
}

FaultRecord faultRecordAt(int64_t number) {
    return record.all[number];
}

void faultRecord(FaultOperation operation, const char *path, const void *bytes, int64_t length, int64_t offset,
                 bool syncsFolder) {
    // What has no name is gone after a loss of power, whatever was written to it.
    if (!path) return;
    pthread_mutex_lock(&mutex);
    if (record.isOn) {
        if (record.count == record.room) {
            record.room = record.room ? record.room * 2 : 1024;
            record.all = realloc(record.all, (size_t)record.room * sizeof(FaultRecord));
            if (!record.all) abort();
        }
        const char *slash = strrchr(path, '/');
        FaultRecord *next = &record.all[record.count++];
        memset(next, 0, sizeof(*next));
        next->operation = operation;
        next->name = strdup(slash ? slash + 1 : path);
        next->offset = offset;
        next->length = bytes ? length : 0;
        next->syncsFolder = syncsFolder;
        next->sawWatched = record.watched && access(record.watched, F_OK) == 0;
        if (bytes) {
            uint8_t *copy = malloc((size_t)length);
            if (!copy) abort();
            memcpy(copy, bytes, (size_t)length);
            next->bytes = copy;
        }
    }
    pthread_mutex_unlock(&mutex);
}

void faultDefend(void *connection) {
    sqlite3_db_config((sqlite3 *)connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
