#include "apus_version.h"

// In C, so that a commit recompiles this file only. Scripts/release defines it; see Package.swift.
#ifdef APUS_COMMIT
#define TEXT(words) TEXT_OF(words)
#define TEXT_OF(words) #words
#define APUS_ORIGIN TEXT(APUS_COMMIT)
#else
#define APUS_ORIGIN "development build"
#endif

const char *apus_version(void) {
    return APUS_VERSION " (" APUS_ORIGIN ")";
}
