#!/usr/bin/env bash
# complete.bash FILE LINE…: what bash offers at the end of each line, with the completion in FILE.
source "$1"
shift
for line in "$@"; do
    COMP_LINE="$line" COMP_POINT="${#line}"
    read -ra COMP_WORDS <<<"$line"
    [[ "$line" == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _apus apus "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '== %s\n' "$line"
    # Folders get their slash from 'complete -o filenames'.
    for word in "${COMPREPLY[@]}"; do
        if [[ -d "$word" && "$word" != */ ]]; then word+=/; fi
        printf '%s\n' "$word"
    done
done
