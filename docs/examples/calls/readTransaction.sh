#!/bin/sh
# Reads a transaction. Set BASE_URL, API_KEY and TRANSACTION_ID. Needs curl 7.76.
curl --silent --show-error --fail-with-body --max-time 30 \
  "$BASE_URL/payments/status?transactionId=$TRANSACTION_ID" \
  --header "Authorization: Bearer $API_KEY"
