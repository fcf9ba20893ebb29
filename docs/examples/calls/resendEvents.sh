#!/bin/sh
# Has the newest event of a transaction sent again. Set BASE_URL, API_KEY and TRANSACTION_ID. Needs curl 7.76.
curl --silent --show-error --fail-with-body --max-time 30 "$BASE_URL/events/resend" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --data "{\"transactionIds\": [\"$TRANSACTION_ID\"]}"
