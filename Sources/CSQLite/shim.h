#include <sqlite3.h>

// Swift cannot call a function with a variable number of arguments.

/// Sets whether the triggers of a connection's databases fire, except those of its temporary tables.
static inline int apus_enable_triggers(sqlite3 *db, int are_enabled) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, are_enabled, (int *)0);
}

/// Allows statements of a connection to edit the catalogue, which some systems forbid by default.
static inline int apus_allow_catalogue_edits(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)0);
}
