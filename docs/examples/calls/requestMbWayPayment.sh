#!/bin/sh
# Sends an MB WAY request to the customer's phone. Set BASE_URL, API_KEY and TRANSACTION_ID.
curl --silent --show-error --fail-with-body --max-time 30 "$BASE_URL/payments/mbway" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --data "{\"transactionId\": \"$TRANSACTION_ID\", \"phoneNumber\": \"910000000\"}"
