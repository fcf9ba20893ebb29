import type { Cause } from '../../signature/check.ts';
import { TOLERANCE_S } from '../../signature/tolerance.ts';

export const signature = {
  title: 'Signature playground',
  description:
    'Find out why a signature does not match. Paste what your server received. Everything is computed in this ' +
    'browser. Nothing is sent.',
  example: 'Fill in an example',
  clear: 'Clear',
  given: 'Received data',
  headers: 'Received headers',
  headersHint:
    'All headers as your server logs them, or only the value of X-Service-Signature, received or computed by your code.',
  body: 'Raw body',
  bodyHint: 'Exactly as received, before anything parsed it.',
  secret: 'Webhook secret',
  secretHint: 'Complete, including whsec_.',
  otherSecret: 'The other secret, during a rotation – optional',
  verdict: 'Verdict',
  waiting: 'Paste headers with a signature, the body and the secret.',
  match: (header: string) => `${header} matches`,
  matchWhat: 'The signature is valid for this body and this secret.',
  mismatch: (header: string) => `${header} does not match`,
  expected: 'Expected value for this body and secret',
};

/** Each cause: what it is, and what to do. */
export const signatureCauses: Record<Cause, string> = {
  'body-white-space': 'Your body has white space, a line break or a byte order mark around it that was not sent.',
  'body-charset': 'The bytes are UTF-8 but were read as Latin-1: é became Ã©. Do not decode before you verify.',
  'body-rewritten':
    'The JSON has the same content but was rewritten: other spaces, key order, numbers (10.50 for 10.5) or escapes. ' +
    'Take the raw bytes before your framework parses them.',
  'body-length':
    'Your body does not have the length that Content-Length states: something changed it. Take the raw bytes before ' +
    'your framework parses them.',
  'secret-white-space': 'There is white space or a quote around the secret, often from an environment file.',
  'secret-form':
    'The key is the wrong form of the secret. X-Service-Signature takes its whole text, whsec_ included; ' +
    'webhook-signature takes the bytes that stand behind whsec_ in base64.',
  'secret-is-api-key':
    'This is an API key, not a webhook secret. The webhook secret begins with whsec_ and is in the webhook settings.',
  'secret-incomplete':
    'This is not a complete webhook secret. It begins with whsec_: reveal it in the webhook settings and ' +
    'copy all of it.',
  'other-secret':
    'It is signed with the other secret. During a rotation X-Service-Signature stays on the old one until you press ' +
    'Switch now.',
  'wrong-secret':
    'The body has the length that was sent, so the secret is probably another one: of another account, or from ' +
    'before a rotation. Compare its last four characters with those in the webhook settings.',
  unexplained:
    'The secret or the body is another one, or of webhook-signature the webhook-id or webhook-timestamp. Compare the ' +
    'last four characters of the secret with those in the webhook settings, or press Test webhook there and paste ' +
    'what arrives with all headers.',
  'value-of-webhook-signature':
    'v1,… is the value of webhook-signature (Standard Webhooks), another header. X-Service-Signature is sha256= and ' +
    'hexadecimal: compare your value with that header, or verify webhook-signature with a Standard Webhooks library.',
  'value-of-x-service-signature':
    'sha256=… is the value of X-Service-Signature, another header. webhook-signature is v1, and base64: compare your ' +
    'value with that header.',
  'not-a-signature':
    'This is not a complete signature. X-Service-Signature is sha256= and 64 hexadecimal digits; webhook-signature is ' +
    'v1, and 44 characters of base64.',
  'id-or-timestamp-missing':
    'webhook-signature also signs webhook-id and webhook-timestamp. Paste these headers of the same request too.',
  'signature-encoding':
    'The signature is right, its encoding is not: X-Service-Signature is sha256= and lower-case hexadecimal digits, ' +
    'webhook-signature is v1, and base64.',
  'too-old':
    `The timestamp is more than ${TOLERANCE_S / 60} minutes old. Libraries refuse it then: verify when the webhook ` +
    'arrives, not later from a queue or a log, and check your server’s clock.',
};
