#!/usr/bin/env bash
# Refuses a revision that is not the newest of main: a run that is repeated or approved late would replace a newer one.
set -euo pipefail
newest=$(gh api "repos/$GITHUB_REPOSITORY/git/ref/heads/main" --jq .object.sha)
if [[ $newest != "$GITHUB_SHA" ]]; then
  echo "::error::${GITHUB_SHA:0:8} is not the newest revision of main, ${newest:0:8}: run the workflow deploy on main. To go back to an earlier revision, revert the commits after it."
  exit 1
fi
