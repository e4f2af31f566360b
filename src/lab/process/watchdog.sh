# Ends what plotgen was running when plotgen dies, of whatever.
#
# Each line of standard input is `+` or `-` and a run that begins or ends: the marker in the environment
# of its processes, or the number of its process group. The input ends with plotgen, and what has not
# ended by then is killed.
trap '' HUP INT QUIT TERM
runs=' '
while read -r change run; do
    case $change in
        +) runs="$runs$run " ;;
        -) case $runs in *" $run "*) runs="${runs%%" $run "*} ${runs#*" $run "}" ;; esac ;;
    esac
done
for run in $runs; do
    case $run in
        *[!0-9]*) ;;
        *) kill -KILL "-$run" 2>/dev/null ;;
    esac
done
for run in $runs; do
    case $run in
        *[!0-9]*)
            # Again and again: a process that is just being born may be missed.
            while found=$(grep -lsF "$run=" /proc/[0-9]*/environ) || [ -n "$found" ]; do
                for file in $found; do
                    process=${file#/proc/}
                    kill -KILL "${process%/environ}" 2>/dev/null
                done
                sleep 0.02 2>/dev/null || sleep 1
            done
            ;;
    esac
done
