// Has the newest event of a transaction sent again. Set BASE_URL, API_KEY and TRANSACTION_ID.
const { BASE_URL, API_KEY, TRANSACTION_ID } = process.env;

const response = await fetch(`${BASE_URL}/events/resend`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ transactionIds: [TRANSACTION_ID] }),
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(response.status, answer.error);
  process.exit(1);
}
console.log(JSON.stringify(answer));
