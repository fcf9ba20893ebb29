// Sends an MB WAY request to the customer's phone. Set BASE_URL, API_KEY, TRANSACTION_ID and PHONE.
// In production PHONE is a person who is asked for money: try it with your own. In a test environment: 910000000.
const { BASE_URL, API_KEY, TRANSACTION_ID, PHONE } = process.env;

const response = await fetch(`${BASE_URL}/payments/mbway`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ transactionId: TRANSACTION_ID, phoneNumber: PHONE }),
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(response.status, answer.error);
  process.exit(1);
}
console.log(JSON.stringify(answer));
