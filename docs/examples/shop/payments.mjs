const TIMEOUT_MS = 30_000;

/**
 * The four calls. Each resolves to `{ status, answer, retryAfterS }`; status 0 is no answer, which says nothing about
 * what happened.
 */
export function paymentApi(baseUrl, apiKey) {
  async function call(method, path, body, headers = {}) {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const retryAfterS = Number(response.headers.get('Retry-After') ?? 0);
      return { status: response.status, answer: await response.json(), retryAfterS };
    } catch {
      return { status: 0, answer: {}, retryAfterS: 0 };
    }
  }
  return {
    init: ({ id, amountCents, idempotencyKey }) =>
      call('POST', '/payments/init', { orderId: id, amount: amountCents / 100 }, { 'Idempotency-Key': idempotencyKey }),
    start: ({ method, transactionId, phone }) =>
      method === 'mbway'
        ? call('POST', '/payments/mbway', { transactionId, phoneNumber: phone })
        : call('POST', '/payments/multibanco', { transactionId }),
    read: ({ transactionId }) => call('GET', `/payments/status?transactionId=${encodeURIComponent(transactionId)}`),
  };
}
