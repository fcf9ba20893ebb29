# Reads the digest of a day. Set BASE_URL, API_KEY and DAY.
import json
import os
import sys
import urllib.error
import urllib.request

url = f"{os.environ['BASE_URL']}/events/days/{os.environ['DAY']}"
request = urllib.request.Request(url, headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print(response.read().decode())
except urllib.error.HTTPError as refusal:
    sys.exit(f"{refusal.code} {json.load(refusal)['error']}")
