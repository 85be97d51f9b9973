// Functions of Swift's runtime, part of its ABI, which Swift code cannot name.

#include <stdbool.h>

/// Retains an object unless it is being deallocated.
///
/// Returns the object, or null. Its memory must not have been freed.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Whether an object is being deallocated.
bool swift_isDeallocating(void *_Nonnull object);
