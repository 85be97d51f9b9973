# complete.zsh FILE LINE…: what zsh offers at the end of each line, with the completion in FILE, which is named '_apus'.
# Completion exists only in the line editor, so an interactive shell runs in a pseudo-terminal. Its 'compadd' writes to a file.
zmodload zsh/zpty || exit
file=${1:A} scratch=$(mktemp -d)
shift

cat >$scratch/setup.zsh <<END
fpath=(${(q)file:h} \$fpath)
autoload -Uz compinit
compinit -u -d ${(q)scratch}/dump
PROMPT= RPS1=
bindkey '^I' complete-word
_ended() { : >${(q)scratch}/ended }
comppostfuncs=(_ended)
compadd() {
    # What only fills arrays offers nothing.
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "\$@"; return \$?; fi
    local -a found
    local hit
    local -A before
    builtin compadd -A found "\$@"
    zparseopts -E p:=before
    for hit in \$found; do
        hit=\$IPREFIX\${before[-p]}\$hit
        [[ -d \$hit && \$hit != */ ]] && hit+=/
        print -r -- "\$hit" >>${(q)scratch}/offered
    done
    builtin compadd "\$@"
}
: >${(q)scratch}/ready
END

# Waits for a file, and reads what the shell prints, so that it can go on.
await() {
    local text
    repeat 300; do
        [[ -e $1 ]] && return
        zpty -r -t shell text || sleep 0.05
    done
    print -r "zsh did not complete the line" >&2
    exit 1
}

# Not a trap: the shells in pseudo-terminals inherit those.
{
    for line in "$@"; do
        rm -f $scratch/(ready|ended|offered)(N)
        zpty shell zsh -f -i
        zpty -w shell "source ${(q)scratch}/setup.zsh"
        await $scratch/ready
        zpty -w -n shell "$line"$'\t'
        await $scratch/ended
        zpty -d shell
        print -r -- "== $line"
        [[ ! -e $scratch/offered ]] || sort -u $scratch/offered
    done
} always {
    rm -rf $scratch
}
