#!/bin/sh
# Lists events. Set BASE_URL and API_KEY, and in AFTER the `next` of the last answer. Needs curl 7.76.
curl --silent --show-error --fail-with-body --max-time 30 \
  "$BASE_URL/events${AFTER:+?after=$AFTER}" \
  --header "Authorization: Bearer $API_KEY"
