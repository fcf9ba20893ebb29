#!/bin/sh
# Reads the digest of a day. Set BASE_URL, API_KEY and DAY. Needs curl 7.76.
curl --silent --show-error --fail-with-body --max-time 30 \
  "$BASE_URL/events/days/$DAY" \
  --header "Authorization: Bearer $API_KEY"
