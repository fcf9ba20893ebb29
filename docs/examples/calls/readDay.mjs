// Reads the digest of a day. Set BASE_URL, API_KEY and DAY.
const { BASE_URL, API_KEY, DAY } = process.env;

const response = await fetch(`${BASE_URL}/events/days/${DAY}`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(response.status, answer.error);
  process.exit(1);
}
console.log(JSON.stringify(answer));
