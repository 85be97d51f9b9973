import Foundation

/// The program that shows long results on a terminal, a screenful at a time.
///
/// It gets what the command prints from then on, errors included: two programs that write to one screen would mix their lines.
enum Pager {
    nonisolated(unsafe) private static var child: pid_t?

    /// Starts the pager, if standard output is a terminal and the user has not said otherwise. The work is done by then, so
    /// Ctrl-C is for the pager only.
    static func start() {
        guard child == nil, Console.settings.isPaged, Console.isOutputTerminal,
            Console.isCursorMovable || !Console.isTerminal,
            // Without a standard input, the pipe would take its number.
            fcntl(STDIN_FILENO, F_GETFD) >= 0, let command = command(in: ProcessInfo.processInfo.environment)
        else { return }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        child = spawn(command, reading: ends)
        close(ends[0])
        if child != nil {
            // The reader may leave before the end, which is not an error.
            signal(SIGPIPE, SIG_IGN)
            signal(SIGINT, SIG_IGN)
            dup2(ends[1], STDOUT_FILENO)
            if Console.isTerminal {
                Console.terminalBehindPager = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
                dup2(ends[1], STDERR_FILENO)
            }
        }
        close(ends[1])
    }

    /// Waits until the user leaves the pager.
    static func finish() {
        guard let process = child else { return }
        child = nil
        close(STDOUT_FILENO)
        if Console.isTerminal { close(STDERR_FILENO) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// The command that starts the pager; `nil` if there is to be none.
    private static func command(in environment: [String: String]) -> String? {
        if environment["TERM"] == "dumb" { return nil }
        if let chosen = environment["APUS_PAGER"] ?? environment["PAGER"] {
            return ["", "cat"].contains(chosen) ? nil : chosen
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less -FRX" : nil
    }

    private static func spawn(_ command: String, reading ends: [Int32]) -> pid_t? {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        // A pager that does not exist must not hide the result.
        let script = "\(command)\n[ $? != 127 ] || exec cat"
        var environment = ProcessInfo.processInfo.environment
        // As git does: colours are shown, and what fits on the screen stays there.
        if environment["LESS"] == nil { environment["LESS"] = "FRX" }
        let words: [String] = ["sh", "-c", script]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        return posix_spawn(&process, "/bin/sh", &actions, nil, arguments, variables) == 0 ? process : nil
    }
}
