# Creates a transaction. Set BASE_URL and API_KEY.
import json
import os
import sys
import urllib.error
import urllib.request
import uuid

# Store the key with the order: a repeat with the same key creates nothing new.
idempotency_key = str(uuid.uuid4())
body = {"orderId": "ORDER-1", "amount": 10.5}
headers = {
    "Authorization": f"Bearer {os.environ['API_KEY']}",
    "Content-Type": "application/json",
    "Idempotency-Key": idempotency_key,
}
request = urllib.request.Request(os.environ["BASE_URL"] + "/payments/init", json.dumps(body).encode(), headers)
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print(response.read().decode())
except urllib.error.HTTPError as refusal:
    sys.exit(f"{refusal.code} {json.load(refusal)['error']}")
