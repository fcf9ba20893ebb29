// Reads a transaction. Set BASE_URL, API_KEY and TRANSACTION_ID.
const { BASE_URL, API_KEY, TRANSACTION_ID } = process.env;

const response = await fetch(`${BASE_URL}/payments/status?transactionId=${TRANSACTION_ID}`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(response.status, answer.error);
  process.exit(1);
}
console.log(JSON.stringify(answer));
