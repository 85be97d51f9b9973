#!/bin/sh
# Installs, updates or removes Apus. Run it from the unpacked archive of a release, or let it download one:
#
#     curl -fsSL @DOWNLOADS@/install.sh | sh
#     curl -fsSL @DOWNLOADS@/install.sh | sh -s -- --prefix /opt/apus
#
# Nothing is replaced before the archive's checksum was compared, all files were copied, and the new 'apus' has run. If
# something fails, the installation is as it was before.
set -eu

version='@VERSION@'
downloads='@DOWNLOADS@'
prefix=''
is_removal=false

usage() {
    cat <<'END'
usage: install.sh [--prefix FOLDER] [--from FOLDER-OR-URL]
       install.sh --uninstall [--prefix FOLDER]

  --prefix FOLDER   where to install: ~/.local by default, /usr/local for root
  --from SOURCE     the folder or URL that has the archive and SHA256SUMS; without it, the files beside install.sh are
                    installed, or the release is downloaded
  --uninstall       remove what was installed there
  --help            print this text
END
}

fail() {
    printf 'error: %s\n' "$1" >&2
    [ $# -lt 2 ] || printf '  help: %s\n' "$2" >&2
    exit 1
}

# --- what is installed, and what is removed again ---------------------------------------------------------------------

# The list of installed files, relative to the prefix. Folders that the installation made end with a slash.
list_of() { printf '%s/share/apus/installed' "$1"; }

# A list is a file that could have been edited: nothing outside the prefix is ever removed.
is_inside() {
    case "$1" in
    '' | /* | ../* | */../* | */.. | ..) return 1 ;;
    esac
}

uninstall() {
    list="$(list_of "$prefix")"
    [ -f "$list" ] || fail "Apus is not installed in '$prefix' by install.sh" "give the folder with --prefix"
    while IFS= read -r path; do
        is_inside "$path" || fail "'$list' contains a path outside of '$prefix': '$path'"
    done <"$list"
    # The list goes last, so that a removal that fails can be repeated; then folders, inner ones before outer ones.
    grep -v -e '/$' -e '^share/apus/installed$' "$list" | while IFS= read -r path; do
        rm -f "$prefix/$path" || fail "cannot remove '$prefix/$path'"
    done
    folders="$(grep '/$' "$list" | LC_ALL=C sort -r)"
    rm -f "$list" || fail "cannot remove '$list'"
    # What a killed installation left behind.
    rm -rf "$prefix"/.apus-install.??????
    # Others may have put files into the folders since.
    printf '%s\n' "$folders" | while IFS= read -r path; do
        [ -z "$path" ] || rmdir "$prefix/$path" 2>/dev/null || true
    done
    printf 'removed Apus from %s\n' "$prefix"
}

# --- verifying --------------------------------------------------------------------------------------------------------

digest_of() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum <"$1" | cut -d' ' -f1
    elif command -v shasum >/dev/null 2>&1; then
        shasum -a 256 <"$1" | cut -d' ' -f1
    else
        fail "there is no 'sha256sum' or 'shasum' to verify the download with" "install coreutils"
    fi
}

# verify FILE NAME SUMS: compares a file with the line of its name in SHA256SUMS.
verify() {
    expected="$(awk -v name="$2" '$2 == name || $2 == "*" name { print $1 }' "$3")"
    [ -n "$expected" ] || fail "'$2' is not listed in SHA256SUMS" "there may be no release for this machine"
    found="$(digest_of "$1")"
    [ "$found" = "$expected" ] || fail \
        "the checksum of '$2' is wrong (expected $expected, found $found)" \
        "nothing was installed or changed; the download is damaged, so try again"
}

# verify_tree FOLDER: compares all files of an unpacked archive with its own list, which must name all of them.
verify_tree() {
    [ -f "$1/SHA256SUMS" ] || fail "there is no SHA256SUMS in '$1'" "unpack the archive again"
    (cd "$1" && find . -type f ! -path ./SHA256SUMS | sed 's|^\./||' | LC_ALL=C sort) >"$work/files"
    while IFS= read -r path; do verify "$1/$path" "$path" "$1/SHA256SUMS"; done <"$work/files"
    listed="$(wc -l <"$1/SHA256SUMS")"
    [ "$((listed))" = "$(($(wc -l <"$work/files")))" ] || fail "files are missing in '$1'" "unpack the archive again"
}

# --- downloading ------------------------------------------------------------------------------------------------------

# fetch NAME: gets a file of the release.
fetch() {
    case "$downloads" in
    http://* | https://* | file://*)
        if command -v curl >/dev/null 2>&1; then
            curl -fsSL --retry 3 -o "$work/$1" "$downloads/$1" || fail "cannot download $downloads/$1"
        elif command -v wget >/dev/null 2>&1; then
            wget -q -O "$work/$1" "$downloads/$1" || fail "cannot download $downloads/$1"
        else
            fail "there is no 'curl' or 'wget' to download with"
        fi
        ;;
    *) cp "$downloads/$1" "$work/$1" || fail "cannot read '$downloads/$1'" ;;
    esac
}

# Downloads, verifies and unpacks the archive for this machine; sets 'tree'.
download() {
    system="$(uname -s)" machine="$(uname -m)"
    case "$system" in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail "there is no release for $system" "build Apus from its source" ;;
    esac
    case "$machine" in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "there is no release for $machine" "build Apus from its source" ;;
    esac
    name="apus-$version-$system-$machine"
    fetch SHA256SUMS
    fetch "$name.tar.gz"
    verify "$work/$name.tar.gz" "$name.tar.gz" "$work/SHA256SUMS"
    tar -xzf "$work/$name.tar.gz" -C "$work" || fail "cannot unpack $name.tar.gz"
    tree="$work/$name"
}

# --- installing -------------------------------------------------------------------------------------------------------

# Puts everything back as it was, if the installation did not come to its end.
undo() {
    code=$?
    trap - EXIT INT TERM HUP
    # What cannot be put back must not keep the rest from it.
    set +e
    if [ -n "$staging" ] && [ -f "$staging/replaced" ]; then
        while IFS= read -r path; do
            if [ -e "$staging/old/$path" ] || [ -L "$staging/old/$path" ]; then
                mv -f "$staging/old/$path" "$prefix/$path" || lost="$path"
            else
                rm -f "$prefix/$path"
            fi
        done <"$staging/replaced"
    fi
    if [ -n "${lost:-}" ]; then
        printf "error: '%s' could not be put back; what was installed is in '%s'\n" "$lost" "$staging/old" >&2
    elif [ -n "$staging" ]; then
        rm -rf "$staging"
    fi
    if [ "$code" != 0 ] && [ -f "$work/made" ]; then
        LC_ALL=C sort -r "$work/made" | while IFS= read -r path; do rmdir "$prefix/$path" 2>/dev/null; done
    fi
    if [ "$code" != 0 ] && [ -f "$work/made-prefix" ]; then
        LC_ALL=C sort -r "$work/made-prefix" | while IFS= read -r path; do rmdir "$path" 2>/dev/null; done
    fi
    rm -rf "$work"
    exit "$code"
}

# make_prefix FOLDER: makes the prefix, and remembers which folders did not exist.
make_prefix() {
    [ ! -d "$1" ] || return 0
    make_prefix "$(dirname "$1")"
    mkdir "$1" || fail "cannot make the folder '$1'"
    printf '%s\n' "$1" >>"$work/made-prefix"
}

# make_folder PATH: makes a folder in the prefix, and remembers which ones did not exist.
make_folder() {
    [ -n "$1" ] && [ "$1" != . ] && [ ! -d "$prefix/$1" ] || return 0
    make_folder "$(dirname "$1")"
    mkdir "$prefix/$1" || fail "cannot make the folder '$prefix/$1'"
    printf '%s/\n' "$1" >>"$work/made"
}

# keep PATH: keeps what an installed file was until now.
keep() {
    [ -e "$prefix/$1" ] || [ -L "$prefix/$1" ] || return 0
    mkdir -p "$staging/old/$(dirname "$1")"
    # A copy, so that there is no moment without the file.
    cp -pP "$prefix/$1" "$staging/old/$1" || fail "cannot keep '$prefix/$1'"
}

install_tree() {
    make_prefix "$prefix"
    prefix="$(cd "$prefix" && pwd)"
    list="$(list_of "$prefix")"
    : >"$work/made"
    (cd "$tree" && find bin share -type f | LC_ALL=C sort) >"$work/new"

    # Only files that an earlier installation made are replaced.
    : >"$work/before"
    [ ! -f "$list" ] || cat "$list" >"$work/before"
    while IFS= read -r path; do
        if { [ -e "$prefix/$path" ] || [ -L "$prefix/$path" ]; } && ! grep -qxF -e "$path" "$work/before"; then
            fail "'$prefix/$path' exists and was not installed by install.sh" "remove it, or choose another --prefix"
        fi
    done <"$work/new"

    staging="$(mktemp -d "$prefix/.apus-install.XXXXXX")" || fail "cannot write to '$prefix'" \
        "choose another folder with --prefix"
    mkdir "$staging/new" "$staging/old"
    (cd "$tree" && cp -pR bin share "$staging/new/") || fail "cannot copy the files to '$prefix'"
    find "$staging/new" -type d -exec chmod 755 {} +
    runs="$("$staging/new/bin/apus" --version 2>&1)" || fail "the new 'apus' does not run on this machine: $runs" \
        "it needs the C library glibc, @GLIBC@ or newer; build Apus from its source otherwise"

    # The folders, the new files, then what only the earlier installation had. The command itself comes last.
    while IFS= read -r path; do make_folder "$(dirname "$path")"; done <"$work/new"
    make_folder share/apus
    grep -v '^bin/' "$work/new" >"$work/order" || true
    grep '^bin/' "$work/new" >>"$work/order"
    while IFS= read -r path; do
        keep "$path"
        printf '%s\n' "$path" >>"$staging/replaced"
        mv -f "$staging/new/$path" "$prefix/$path" || fail "cannot write '$prefix/$path'"
    done <"$work/order"
    while IFS= read -r path; do
        case "$path" in */) continue ;; esac
        is_inside "$path" || continue
        grep -qxF -e "$path" -e "share/apus/installed" "$work/new" && continue
        [ "$path" != share/apus/installed ] || continue
        keep "$path"
        printf '%s\n' "$path" >>"$staging/replaced"
        rm -f "$prefix/$path"
    done <"$work/before"

    keep share/apus/installed
    printf 'share/apus/installed\n' >>"$staging/replaced"
    # Folders that an earlier installation made are still ours.
    { cat "$work/new" "$work/made"; grep '/$' "$work/before" || true; printf 'share/apus/installed\n'; } |
        LC_ALL=C sort -u >"$staging/list"
    mv -f "$staging/list" "$list" || fail "cannot write '$list'"
    # From here on, the new installation is complete.
    rm -f "$staging/replaced"
    printf 'installed %s in %s\n' "$runs" "$prefix"
    advise
}

# Says what is still to be done by hand.
advise() {
    case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *)
        printf '\nAdd the command to the path, for example in ~/.profile:\n'
        # shellcheck disable=SC2016 # The user's shell expands it.
        printf '  export PATH="%s/bin:$PATH"\n' "$prefix"
        ;;
    esac
    # shellcheck disable=SC2016
    printf '\nCompletions are in %s:\n  bash  %s\n  zsh   %s\n  fish  %s\n' "$prefix/share" \
        "source '$prefix/share/bash-completion/completions/apus'   in ~/.bashrc, unless bash-completion is installed" \
        "fpath=('$prefix/share/zsh/site-functions' \$fpath)   in ~/.zshrc, before compinit" \
        "source '$prefix/share/fish/vendor_completions.d/apus.fish'   in config.fish, unless fish finds it itself"
}

# All in a function, so that a download of this script that ends early does nothing.
main() {
    while [ $# -gt 0 ]; do
        case "$1" in
        --prefix | --from)
            [ $# -ge 2 ] || fail "$1 needs a value"
            if [ "$1" = --prefix ]; then prefix="$2"; else downloads="$2" is_chosen=true; fi
            shift
            ;;
        --prefix=*) prefix="${1#*=}" ;;
        --from=*) downloads="${1#*=}" is_chosen=true ;;
        --uninstall) is_removal=true ;;
        -h | --help)
            usage
            exit 0
            ;;
        *) fail "unknown option '$1'" "install.sh --help lists the options" ;;
        esac
        shift
    done
    if [ -z "$prefix" ]; then
        if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix="${HOME:?}/.local"; fi
    fi
    if $is_removal; then
        uninstall
        exit 0
    fi

    staging=''
    work="$(mktemp -d)"
    trap undo EXIT
    trap 'exit 130' INT TERM HUP
    tree="$(cd "$(dirname "$0")" 2>/dev/null && pwd)" || tree=''
    if ${is_chosen:-false} || [ "$(basename "$0")" != install.sh ] || [ ! -f "$tree/bin/apus" ]; then download; fi
    verify_tree "$tree"
    install_tree
}

main "$@"
