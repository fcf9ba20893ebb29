#!/bin/sh
# Creates a transaction. Set BASE_URL and API_KEY. Needs curl 7.76 and openssl.
# Store the key with the order: a repeat with the same key creates nothing new.
IDEMPOTENCY_KEY=$(openssl rand -hex 16)
curl --silent --show-error --fail-with-body --max-time 30 "$BASE_URL/payments/init" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: $IDEMPOTENCY_KEY" \
  --data '{"orderId": "ORDER-1", "amount": 10.5}'
