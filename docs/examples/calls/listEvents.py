# Lists events. Set BASE_URL and API_KEY, and in AFTER the `next` of the last answer.
import json
import os
import sys
import urllib.error
import urllib.request

query = f"?after={os.environ['AFTER']}" if os.environ.get("AFTER") else ""
url = f"{os.environ['BASE_URL']}/events{query}"
request = urllib.request.Request(url, headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print(response.read().decode())
except urllib.error.HTTPError as refusal:
    sys.exit(f"{refusal.code} {json.load(refusal)['error']}")
