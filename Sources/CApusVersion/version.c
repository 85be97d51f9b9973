#include "apus_version.h"

#include <stddef.h>

#define TEXT(words) TEXT_OF(words)
#define TEXT_OF(words) #words

// In C, so that a commit recompiles this file only. Scripts/release defines it and the site; see Package.swift.
#ifdef APUS_COMMIT
#define APUS_ORIGIN TEXT(APUS_COMMIT)
#else
#define APUS_ORIGIN "development build"
#endif

const char *apus_version(void) {
    return APUS_VERSION " (" APUS_ORIGIN ")";
}

const char *apus_site(void) {
#ifdef APUS_SITE
    return "https://" TEXT(APUS_SITE);
#else
    return NULL;
#endif
}
