# Sends an MB WAY request to the customer's phone. Set BASE_URL, API_KEY, TRANSACTION_ID and PHONE.
# In production PHONE is a person who is asked for money: try it with your own. In a test environment: 910000000.
import json
import os
import sys
import urllib.error
import urllib.request

body = {"transactionId": os.environ["TRANSACTION_ID"], "phoneNumber": os.environ["PHONE"]}
headers = {
    "Authorization": f"Bearer {os.environ['API_KEY']}",
    "Content-Type": "application/json",
}
request = urllib.request.Request(os.environ["BASE_URL"] + "/payments/mbway", json.dumps(body).encode(), headers)
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print(response.read().decode())
except urllib.error.HTTPError as refusal:
    sys.exit(f"{refusal.code} {json.load(refusal)['error']}")
