// Lists events. Set BASE_URL and API_KEY, and in AFTER the `next` of the last answer.
const { BASE_URL, API_KEY, AFTER } = process.env;

const query = AFTER ? `?after=${AFTER}` : '';
const response = await fetch(`${BASE_URL}/events${query}`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(response.status, answer.error);
  process.exit(1);
}
console.log(JSON.stringify(answer));
