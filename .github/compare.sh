#!/usr/bin/env bash
# Prints, as Markdown, how the stacks of a synthesized assembly differ from those of an earlier one. Calls nothing.
#   .github/compare.sh EARLIER ASSEMBLY
set -euo pipefail
for folder in "$1" "$2"; do
  [[ -d $folder ]] || { echo "$folder: no such folder" >&2; exit 1; }
done
empty=$(mktemp)
echo '{"Resources":{}}' > "$empty"
for template in "$2"/*.template.json; do
  stack=$(basename "$template" .template.json)
  earlier=$1/$stack.template.json
  if [[ ! -f $earlier ]]; then
    echo "**$stack is new.**"
    earlier=$empty
  fi
  # In a fence that nothing in the text ends.
  printf '\n````text\n'
  npx cdk diff "$stack" --exclusively --app "$2" --template "$earlier" --no-color 2>&1 | sed 's/````//g'
  printf '````\n\n'
done
for template in "$1"/*.template.json; do
  stack=$(basename "$template" .template.json)
  if [[ -f $template && ! -f $2/$stack.template.json ]]; then echo "**$stack is gone.**"; fi
done
