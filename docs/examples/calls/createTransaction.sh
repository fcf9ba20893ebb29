#!/bin/sh
# Creates a transaction. Set BASE_URL and API_KEY.
# Store the key with the order: a repeat with the same key creates nothing new.
curl --silent --show-error --fail-with-body --max-time 30 "$BASE_URL/payments/init" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: $(openssl rand -hex 16)" \
  --data '{"orderId": "ORDER-1", "amount": 10.5}'
