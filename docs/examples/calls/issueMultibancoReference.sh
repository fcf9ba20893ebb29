#!/bin/sh
# Issues a Multibanco reference. Set BASE_URL, API_KEY and TRANSACTION_ID. Needs curl 7.76.
curl --silent --show-error --fail-with-body --max-time 30 "$BASE_URL/payments/multibanco" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --data "{\"transactionId\": \"$TRANSACTION_ID\"}"
