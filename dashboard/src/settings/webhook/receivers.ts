/** What the code says in the page's language: which secret is meant, and what to do with a genuine webhook. */
interface Comments {
  hint: string;
  afterwards: string;
}

/**
 * A receiver in each language: checks the signature over the raw body (§5.2), in constant time, before anything parses
 * it. Without a secret each refuses everything: with an empty key anybody could sign.
 */
export const RECEIVERS = [
  {
    id: 'node',
    name: 'Node',
    code: ({ hint, afterwards }: Comments) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const secret = process.env.WEBHOOK_SECRET; // ${hint}
if (!secret) throw new Error('WEBHOOK_SECRET is not set');
const app = express();

app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
  const given = Buffer.from(request.get('X-Service-Signature') ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return response.status(401).type('text').send('signature does not match');
  }
  const { event, data } = JSON.parse(rawBody);
  // ${afterwards}
  response.sendStatus(200);
});

app.listen(process.env.PORT ?? 3000);
`,
  },
  {
    id: 'php',
    name: 'PHP',
    code: ({ hint, afterwards }: Comments) => `<?php
http_response_code(500); // PHP would answer an error of its own with 200.
$secret = getenv('WEBHOOK_SECRET'); // ${hint}
if (!$secret) {
    exit('WEBHOOK_SECRET is not set');
}
$rawBody = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $rawBody, $secret);
$given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
if (!hash_equals($expected, $given)) {
    http_response_code(401);
    exit('signature does not match');
}
$payload = json_decode($rawBody, true);
// ${afterwards}
http_response_code(200);
`,
  },
];
