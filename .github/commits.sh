#!/usr/bin/env bash
# Names each commit from BASE to HEAD, merges excepted, whose message is not in the form of docs/contributing.md.
#   .github/commits.sh BASE HEAD
set -euo pipefail
failed=0
commits=$(git rev-list --no-merges --reverse "$1..$2")
for commit in $commits; do
  subject=$(git log -1 --format=%s "$commit")
  body=$(git log -1 --format=%b "$commit")
  if [[ ! $subject =~ ^[a-z][a-z0-9/.\ -]*:\ [a-z] ]]; then
    echo "${commit:0:8} \"$subject\": the subject must be \"module: imperative sentence\"" >&2
    failed=1
  fi
  if [[ $subject =~ \.$ ]]; then
    echo "${commit:0:8} \"$subject\": the subject must not end with a full stop" >&2
    failed=1
  fi
  if [[ -z ${body//[[:space:]]/} ]]; then
    echo "${commit:0:8} \"$subject\": the body must say why" >&2
    failed=1
  fi
done
exit "$failed"
