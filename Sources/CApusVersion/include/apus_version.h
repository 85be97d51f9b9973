// The version of Apus. A release sets the number here and in CHANGELOG.md; a test compares the two.

#define APUS_VERSION "0.1.0"

/// The version and where it comes from: "0.1.0 (abc1234)", or "0.1.0 (development build)".
///
/// The text lives as long as the process.
const char *_Nonnull apus_version(void);

/// The address of the site with a page per code, without a slash at its end; null in a build that is not a release.
const char *_Nullable apus_site(void);
