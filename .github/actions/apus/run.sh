#!/usr/bin/env bash
# What the action does in a pull request, with 'apus' in the path: checks the project's models, tests its migrations, and says in a
# comment what the branch changes. Ends with the exit code of the first check that fails. Settings are environment variables,
# so that no text of a pull request is ever part of a command:
#
#     APUS_PROJECT       the project's folder
#     APUS_BASE          the branch or revision to compare with; nothing is compared if it is empty
#     APUS_TEST          'true' to run 'apus test'
#     APUS_COMMENT       'true' to comment on the pull request, with 'gh' and GH_TOKEN
#     APUS_PULL_REQUEST  the number of the pull request
# shellcheck disable=SC2016 # Backquotes are Markdown's, and jq reads $ENV.
set -euo pipefail

project="${APUS_PROJECT:-.}"
base="${APUS_BASE:-}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# A folder's name with line breaks must not look like a command to the runner.
if [[ "$project$base" == *[$'\n\r']* ]]; then
    echo "error: the project's folder and the base must be one line" >&2
    exit 2
fi

command -v apus >/dev/null || { echo "error: there is no 'apus' in the path" >&2; exit 2; }

code=0
# run NAME COMMAND…: runs a check, and keeps the first exit code that is not 0.
run() {
    local name="$1" result=0
    shift
    echo "::group::$name"
    "$@" || result=$?
    echo "::endgroup::"
    if ((result)); then
        echo "::error::$name ended with $result"
        if ((code == 0)); then code=$result; fi
    fi
    printf '%s' "$result" >"$work/result"
}

verdict() {
    case "$1" in
    0) echo "✅ \`$2\`: $3" ;;
    3) echo "🛑 \`$2\`: a decision is needed; the findings are beside the lines." ;;
    *) echo "❌ \`$2\` ended with $1; the findings are beside the lines and in the run's log." ;;
    esac
}

run "apus check" apus check --project "$project" --format github
verdict "$(cat "$work/result")" "apus check" "all models, versions and mappings are sound." >"$work/verdicts"
# Of models with mistakes, the tests would only repeat them.
if [[ "${APUS_TEST:-true}" == true && "$code" == 0 ]]; then
    run "apus test" apus test --project "$project" --head
    verdict "$(cat "$work/result")" "apus test" "all migrations passed." >>"$work/verdicts"
fi

# Sets 'revision': where the branch left the base, as far as the clone knows; otherwise the base as it is now.
find_base() {
    local name
    for name in "origin/$base" "$base"; do
        if git rev-parse --quiet --verify --end-of-options "$name^{commit}" >/dev/null; then
            revision="$name"
            break
        fi
    done
    if [[ -z "${revision:-}" ]]; then
        git fetch --quiet --depth=1 origin "+refs/heads/$base:refs/remotes/origin/$base"
        revision="origin/$base"
    fi
    local fork
    if fork="$(git merge-base "$revision" HEAD 2>/dev/null)" &&
        [[ "$fork" != "$(git rev-parse "$revision^{commit}")" ]]; then
        revision="$fork"
    fi
}

# Prints what the branch changes, model by model.
differences() {
    local folder model result
    for folder in "$project"/Schemas/*/; do
        [[ -d "$folder" ]] || continue
        model="$(basename "$folder")"
        if [[ -z "$(cd "$project" && git ls-tree "$revision" -- "./Schemas/$model/")" ]]; then
            printf '\n## New model `%s`\n' "${model//\`/}"
            continue
        fi
        result=0
        apus diff "$revision:" head --project "$project" --model "$model" --format markdown \
            >"$work/diff" 2>"$work/error" || result=$?
        if ((result)); then
            printf '\n## `%s`\n\nThe difference cannot be shown: `apus diff` ended with %s.\n' "${model//\`/}" "$result"
            cat "$work/error" >&2
        elif ! apus diff "$revision:" head --project "$project" --model "$model" --exit-code >/dev/null 2>&1; then
            printf '\n'
            cat "$work/diff"
        fi
    done
}

: >"$work/differences"
if [[ -n "$base" ]]; then
    find_base
    differences >"$work/differences"
fi

marker="<!-- apus: $project -->"
{
    printf '%s\n' "$marker"
    cat "$work/verdicts"
    if [[ -s "$work/differences" ]]; then cat "$work/differences"; else printf '\nNo model was changed.\n'; fi
} >"$work/comment"
if [[ -n "${GITHUB_STEP_SUMMARY:-}" ]]; then cat "$work/comment" >>"$GITHUB_STEP_SUMMARY"; fi

# GitHub allows 65,536 characters.
if (($(wc -c <"$work/comment") > 60000)); then
    {
        printf '%s\n' "$marker"
        cat "$work/verdicts"
        printf '\nThe difference is too long for a comment; it is in the summary of the run.\n'
    } >"$work/short"
    mv "$work/short" "$work/comment"
fi

# Replaces our comment, or adds one if there is something to say.
comment() {
    local comments="repos/$GITHUB_REPOSITORY/issues/$APUS_PULL_REQUEST/comments" id
    id="$(MARKER="$marker" gh api --paginate "$comments" \
        --jq '.[] | select(.user.type == "Bot" and (.body | startswith($ENV.MARKER))) | .id' | sed -n 1p)" || return
    if [[ -n "$id" ]]; then
        gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$work/comment"
    elif [[ -s "$work/differences" ]] || ((code)); then
        gh api --silent --method POST "$comments" -F "body=@$work/comment"
    fi
}

if [[ "${APUS_COMMENT:-true}" == true && -n "${APUS_PULL_REQUEST:-}" ]]; then
    # The token of a pull request from a fork may only read. That is no reason to fail.
    comment || echo "::warning::apus could not comment on the pull request; what it found is in the summary of the run"
fi
exit "$code"
