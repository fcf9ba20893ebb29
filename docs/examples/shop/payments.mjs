const TIMEOUT_MS = 30_000;

/**
 * The calls. Each resolves to `{ status, answer, retryAfterS }`. Status 0 is no usable answer, which says nothing
 * about what happened.
 */
export function paymentApi(baseUrl, apiKey) {
  async function call(method, path, body, headers = {}) {
    let retryAfterS = 0;
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      retryAfterS = Number(response.headers.get('Retry-After')) || 0;
      const answer = await response.json();
      if (typeof answer !== 'object' || answer === null) throw new Error('the answer is not an object');
      return { status: response.status, answer, retryAfterS };
    } catch (fault) {
      return { status: 0, answer: { error: fault.message }, retryAfterS };
    }
  }
  return {
    // The order's id is its Idempotency-Key: a repeat answers the same transaction for 24 hours.
    init: ({ id, amountCents }) =>
      call('POST', '/payments/init', { orderId: id, amount: amountCents / 100 }, { 'Idempotency-Key': id }),
    start: ({ method, transactionId, phone }) =>
      method === 'mbway'
        ? call('POST', '/payments/mbway', { transactionId, phoneNumber: phone })
        : call('POST', '/payments/multibanco', { transactionId }),
    // By time, or after `next` of the last answer.
    events: (query) => call('GET', `/events?${query}`),
    read: ({ transactionId }) => call('GET', `/payments/status?transactionId=${transactionId}`),
  };
}
