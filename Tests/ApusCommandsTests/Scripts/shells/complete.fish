# complete.fish FILE LINE…: what fish offers at the end of each line, with the completion in FILE.
source $argv[1]

# Without a line editor, fish 3 does not tell where the cursor is: at the end.
functions --copy __apus_tokens __apus_tokens_of_editor
function __apus_tokens
    if test "$argv" = -tC
        commandline -ct | string length
    else
        __apus_tokens_of_editor $argv
    end
end

for line in $argv[2..]
    printf '== %s\n' $line
    complete -C $line | string replace -r '\t.*' ''
    # Nothing to offer is not a failure.
    true
end
