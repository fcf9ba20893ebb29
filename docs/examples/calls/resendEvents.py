# Has the newest event of a transaction sent again. Set BASE_URL, API_KEY and TRANSACTION_ID.
import json
import os
import sys
import urllib.error
import urllib.request

body = {"transactionIds": [os.environ["TRANSACTION_ID"]]}
headers = {
    "Authorization": f"Bearer {os.environ['API_KEY']}",
    "Content-Type": "application/json",
}
request = urllib.request.Request(os.environ["BASE_URL"] + "/events/resend", json.dumps(body).encode(), headers)
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print(response.read().decode())
except urllib.error.HTTPError as refusal:
    sys.exit(f"{refusal.code} {json.load(refusal)['error']}")
