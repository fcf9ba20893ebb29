#!/bin/sh
# Sends an MB WAY request to the customer's phone. Set BASE_URL, API_KEY, TRANSACTION_ID and PHONE. Needs curl 7.76.
# In production PHONE is a person who is asked for money: try it with your own. In a test environment: 910000000.
curl --silent --show-error --fail-with-body --max-time 30 "$BASE_URL/payments/mbway" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --data "{\"transactionId\": \"$TRANSACTION_ID\", \"phoneNumber\": \"$PHONE\"}"
