import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_REQUESTS_PER_MINUTE } from '../../functions/http/messages.ts';
import { IDEMPOTENCY_KEY } from '../../functions/payments/init/idempotency-key.ts';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../functions/payments/routes.ts';
import { MAX_ATTEMPTS } from '../../functions/webhooks/plan.ts';
import { OPERATIONS } from './openapi/operations.ts';
import { RETRY_DELAYS } from './openapi/webhooks.ts';
import { DOCS_DIR, publishedDocuments } from './published.ts';

/** `docs/llms.txt`, in the form of llmstxt.org: what a language model needs first, and where the rest is. */
export function llmsDocument(): string {
  const calls = Object.keys(PAYMENT_ROUTES).map(
    (route) => `- \`${route}\`: ${OPERATIONS[route as PaymentRoute].description}`,
  );
  const guides = publishedDocuments().filter((path) => path.endsWith('.md'));
  const [portuguese, english] = [true, false].map((isPortuguese) =>
    guides.filter((path) => path.startsWith('merchants/pt/') === isPortuguese).map(link),
  ) as [string[], string[]];
  return `${[
    '# Payment Service',
    '',
    '> Collects payments for Portuguese merchants by MB WAY push and Multibanco reference, and sends signed webhooks.',
    '',
    '- Call it from a server, never from a browser: `Authorization: Bearer <API_KEY>`, JSON in and out.',
    '- The base URL ends in `/api/v1`. On one machine, `npm start` serves `http://localhost:3000/api/v1`.',
    '- Errors are `{"error": "<text>"}`; programs use the status. Amounts are JSON numbers in EUR.',
    `- ${MAX_REQUESTS_PER_MINUTE} requests a minute per IP address; on 429 wait for \`Retry-After\` seconds.`,
    `- Send \`${IDEMPOTENCY_KEY}\` with \`POST /payments/init\`. Repeating the other calls unchanged is safe.`,
    '- Verify `X-Service-Signature` over the raw body: `sha256=` and the HMAC-SHA256 in hex, keyed with the complete secret.',
    '- The key of a webhook is `data.id` and `event` together. A late `payment.success` may follow `payment.cancelled`.',
    `- After ${MAX_ATTEMPTS} attempts (0, ${RETRY_DELAYS}) a webhook is not repeated: \`GET /events\` lists what was missed.`,
    '',
    '## Calls',
    '',
    ...calls,
    '',
    '## Reference',
    '',
    '- [OpenAPI 3.1](openapi.json): every call, webhook, status, header and example, with code samples',
    ...english,
    '',
    '## Português',
    '',
    ...portuguese,
  ].join('\n')}\n`;
}

/** `- [Title](path)`, by the document's first heading. */
function link(path: string): string {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(join(DOCS_DIR, path), 'utf8')) ?? [];
  return `- [${title}](${path})`;
}
