import Foundation

extension Error {
    /// Why a file cannot be read or written.
    ///
    /// Foundation has a sentence for few of the system's errors, and shows others as a number.
    package var fileReason: String {
        guard let error = self as? CocoaError, error.code == .fileWriteUnknown, let cause = error.underlying else {
            return localizedDescription
        }
        let system = cause as NSError
        guard system.domain == NSPOSIXErrorDomain else { return localizedDescription }
        if system.code == Int(EFBIG) { return "it would exceed the file size limit of the process (ulimit -f)" }
        return String(cString: strerror(Int32(system.code)))
    }
}
