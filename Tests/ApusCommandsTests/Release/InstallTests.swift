import Foundation
import Testing

/// `install.sh` installs, updates and removes, and a failure leaves what was there.
@Suite(
    .enabled(if: ReleaseFiles.canPack, "python3, git or gzip is missing, so the packing and install.sh are not tested")
)
struct InstallTests {
    private let release: ReleaseFiles

    init() throws { release = try ReleaseFiles() }

    /// Lists the files of the installation with their digests.
    private func installed() throws -> String {
        try release.run("find 'my prefix' ! -type d -exec sha256sum {} + | sort -k 2; find 'my prefix' -type d | sort")
            .output
    }

    @Test("a download is verified, installed, updated and removed without a trace")
    func wholeLife() throws {
        let done = try release.run("sh -s -- --prefix 'my prefix' --from release < release/install.sh")
        #expect(done.code == 0, "\(done.output)")
        #expect(done.output.contains("(development build) in FOLDER/my prefix"), "\(done.output)")
        #expect(done.output.contains("export PATH=\"FOLDER/my prefix/bin:$PATH\""), "\(done.output)")
        #expect(try release.run("'my prefix/bin/apus' --version").code == 0)
        // A file that the next version does not have any more, and one of the user's.
        _ = try release.run(
            "echo bin/former >> 'my prefix/share/apus/installed'; touch 'my prefix/bin/former' 'my prefix/bin/mine'"
        )
        let again = try release.run("tree/install.sh --prefix 'my prefix'")
        #expect(again.code == 0, "\(again.output)")
        #expect(try release.run("ls 'my prefix/bin'").output == "apus\napus-codegen\nmine")
        let removed = try release.run("tree/install.sh --uninstall --prefix 'my prefix'")
        #expect(removed.output == "removed Apus from my prefix")
        #expect(try release.run("find 'my prefix'").output == "my prefix\nmy prefix/bin\nmy prefix/bin/mine")
        #expect(try release.run("tree/install.sh --uninstall --prefix 'my prefix'").code == 1)
    }

    @Test("every command has a manual page, and the archive has what its list of checksums says")
    func contents() throws {
        let commands = try release.run(
            "apus --experimental-dump-help | sed -n 's/.*\"commandName\" : \"\\(.*\\)\".*/\\1/p' | grep -v -x -e apus -e help | sort"
        )
        let names = commands.output.split(separator: "\n").map(String.init)
        #expect(names.count > 15)
        let pages = try release.run("ls tree/share/man/man1").output
        for name in names where name != "new" { #expect(pages.contains("apus-\(name).1"), "\(name)") }
        #expect(pages.contains("apus-mapping-new.1"))
        #expect(
            try release.run(
                "cd tree && sha256sum --quiet -c SHA256SUMS && cd ../release && sha256sum --quiet -c SHA256SUMS"
            ).code == 0
        )
    }

    @Test("a release is packed into the same bytes again")
    func isReproducible() throws {
        let other = try ReleaseFiles(isPackedAgain: true)
        let digests = "cd release && sha256sum *"
        #expect(try release.run(digests).output == other.run(digests).output)
    }

    @Test(
        "what is damaged, does not run or is in the way is refused, and nothing changes",
        arguments: [
            // The download, cut off.
            (
                "truncate -s -1 release/*.tar.gz", "sh -s -- --prefix 'my prefix' --from release < release/install.sh",
                "the checksum of 'apus-", "the download is damaged"
            ),
            // A release for other machines.
            (
                "sed -i '/tar.gz/d' release/SHA256SUMS",
                "sh -s -- --prefix 'my prefix' --from release < release/install.sh",
                "is not listed in SHA256SUMS", "no release for this machine"
            ),
            (
                "echo >> tree/bin/apus", "tree/install.sh --prefix 'my prefix'", "the checksum of 'bin/apus' is wrong",
                "nothing was installed"
            ),
            (
                "rm tree/share/man/man1/apus-diff.1", "tree/install.sh --prefix 'my prefix'", "files are missing",
                "unpack the archive again"
            ),
            ("touch tree/bin/more", "tree/install.sh --prefix 'my prefix'", "'bin/more' is not listed", "SHA256SUMS"),
            // A command that needs what the machine does not have.
            (
                """
                printf '#!/bin/sh\\necho no GLIBC_9.99; exit 1\\n' > tree/bin/apus
                cd tree; sed -i "s/^.*  bin.apus$/$(sha256sum bin/apus | sed 's,/,.,')/" SHA256SUMS; sed -i 's,bin[.]apus$,bin/apus,' SHA256SUMS
                """,
                "tree/install.sh --prefix 'my prefix'", "does not run on this machine: no GLIBC_9.99",
                "it needs the C library"
            ),
            // A failure in the middle: all files but the command are replaced then.
            (
                "mkdir fake; printf '#!/bin/sh\\ncase \"$*\" in *new/bin/apus\\ *) exit 1;; esac; exec /bin/mv \"$@\"\\n' > fake/mv; chmod +x fake/mv",
                "PATH=\"$PWD/fake:$PATH\" tree/install.sh --prefix 'my prefix'", "cannot write", "bin/apus"
            ),
        ]
    )
    func failure(damage: String, command: String, message: String, other: String) throws {
        // What is installed is older: another version of each page, and one file more.
        let first = try release.run("tree/install.sh --prefix 'my prefix'")
        #expect(first.code == 0, "\(first.output)")
        _ = try release.run(
            """
            for page in 'my prefix'/share/man/man1/*; do echo older >> "$page"; done
            touch 'my prefix/bin/former'; echo bin/former >> 'my prefix/share/apus/installed'
            """
        )
        let before = try installed()
        #expect(try release.run(damage).code == 0)
        let done = try release.run(command)
        #expect(done.code == 1)
        #expect(done.output.contains(message) && done.output.contains(other), "\(done.output)")
        #expect(try installed() == before)
        // Without an installation before it, there is none afterwards.
        _ = try release.run("rm -r 'my prefix'")
        #expect(try release.run(command).code == 1)
        #expect(try release.run("ls -A").output.contains("my prefix") == false)
    }

    @Test("files of others are not replaced, and a list that was edited removes nothing outside")
    func filesOfOthers() throws {
        _ = try release.run("mkdir -p 'my prefix/bin'; echo mine > 'my prefix/bin/apus'")
        let done = try release.run("tree/install.sh --prefix 'my prefix'")
        #expect(done.code == 1)
        #expect(done.output.contains("'FOLDER/my prefix/bin/apus' exists and was not installed by install.sh"))
        #expect(try release.run("find 'my prefix' -type f -exec cat {} +").output == "mine")
        for path in ["../outside", "/etc/apus-outside", "bin/../../outside"] {
            _ = try release.run(
                "mkdir -p 'my prefix/share/apus'; touch outside; echo '\(path)' > 'my prefix/share/apus/installed'"
            )
            let removal = try release.run("tree/install.sh --uninstall --prefix 'my prefix'")
            #expect(removal.code == 1 && removal.output.contains("contains a path outside"), "\(removal.output)")
            #expect(try release.run("ls outside 'my prefix/bin/apus'").code == 0)
        }
    }
}
