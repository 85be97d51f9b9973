import ApusDiagnostics

extension String {
    /// The text as one word of a POSIX shell, to be pasted: in quotes only if it needs them.
    var shellWord: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "/", "-", "+", ":", "@", "%": true
                default: false
                }
            }
        return isPlain ? self : shellQuoted
    }
}
