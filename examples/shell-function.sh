# For ~/.bashrc. ask FILE... -- WHAT TO DO
# The files go to a model (the command in $MODEL: the prompt on standard input, the answer on standard output), and its
# answer becomes one change, kept only if the command in $CHECK succeeds. A second answer gets what was wrong with the
# first. 'aptix undo' undoes it.
ask() {
  local files=() prompt answer feedback
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    files+=("$1")
    shift
  done
  shift
  prompt=$(aptix context "${files[@]}" --task "$*" --ask search-replace) || return
  answer=$($MODEL <<<"$prompt") || return
  feedback=$(aptix bundle apply --feedback --verify "${CHECK:-true}" - <<<"$answer") && return
  answer=$($MODEL <<<"$prompt
$answer
$feedback") || return
  aptix bundle apply --verify "${CHECK:-true}" - <<<"$answer"
}
