// Posts the events of your account to a receiver on this machine, signed as their webhooks are: node listen.mjs --help
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `Posts the events of your account to a receiver on this machine, signed as their webhooks are.

  node listen.mjs http://localhost:4000/webhook [--from TIME] [--file FILE]

  --from TIME      the first start only: begin at this time, such as 2026-11-20T08:00:00Z, and not now
  --file FILE      where the position is stored (default listen.json); one file for each account and stage

Environment:

  BASE_URL         base URL of the payment API, ending in /api/v1
  API_KEY          your API key
  WEBHOOK_SECRET   your webhook secret; two, with a comma between them, while it is rotated: old,new

Node 20 or later. If a certificate is your own: NODE_EXTRA_CA_CERTS=FILE; that of \`npm start\` is
.local/certificates/ca.pem.

It asks for events every 15 seconds. Each line is the event's time, its name, your order id, the state of its own
webhook, and what the receiver answered. What is refused is posted again, and the position is stored only after a 2xx of
everything before it: after a restart the newest events come again, and none is missing.

Resends do not reach it: they go to the URL of your webhook.

Exit status: 0 stopped by Ctrl-C, 1 the service refused the call, 2 wrong arguments, settings or file.
`;

const ASK_EVERY_MS = 15_000;
const CALL_TIMEOUT_MS = 30_000;
/** A webhook waits as long. */
const POST_TIMEOUT_MS = 8_000;
const MAX_PAUSE_S = 60;
const MAX_RETRY_AFTER_S = 3_600;
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

class Ended extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function settings(env) {
  const { positionals, values } = argumentsOf({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, from: { type: 'string' }, file: { type: 'string', default: 'listen.json' } },
  });
  if (values.help) return undefined;
  const receiver = urlOf(positionals[0]);
  if (positionals.length !== 1 || !receiver || !LOCAL.includes(receiver.hostname)) {
    throw new Ended(2, 'Name one receiver on this machine, such as http://localhost:4000/webhook. See --help.');
  }
  const { BASE_URL = '', API_KEY = '', WEBHOOK_SECRET = '' } = env;
  const secrets = WEBHOOK_SECRET.split(/[\s,]+/).filter(Boolean);
  const missing = [!BASE_URL && 'BASE_URL', !API_KEY && 'API_KEY', secrets.length === 0 && 'WEBHOOK_SECRET'];
  if (missing.some(Boolean)) throw new Ended(2, `Missing: ${missing.filter(Boolean).join(', ')}. See --help.`);
  // Checked here, because an error of fetch would print the value.
  if (!/^[!-~]+$/.test(API_KEY)) throw new Ended(2, 'API_KEY has a character that no key has.');
  if (!urlOf(BASE_URL)) throw new Ended(2, 'BASE_URL must be a URL without user or password, ending in /api/v1.');
  return { ...values, receiver, secrets, apiKey: API_KEY, baseUrl: BASE_URL.replace(/\/+$/, '') };
}

function argumentsOf(options) {
  try {
    return parseArgs(options);
  } catch (fault) {
    throw new Ended(2, `${fault.message} See --help.`);
  }
}

/** An http or https URL without user and password; undefined when it is none. */
function urlOf(text = '') {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
}

/** Where to go on: the query of the next call, or undefined at the first start. */
function readPosition({ file, baseUrl, from }) {
  if (!existsSync(file)) return from && { from };
  if (from) throw new Ended(2, `--from is for the first start, and ${file} has a position: delete it to begin anew.`);
  let stored;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch (fault) {
    throw new Ended(2, `${file} cannot be read: ${fault.message}`);
  }
  if (stored?.baseUrl === baseUrl && (stored.position?.from || stored.position?.after)) return stored.position;
  throw new Ended(2, `${file} is of another service: choose another with --file.`);
}

/** Under its name only when complete, so that a crash leaves the former position. */
function storePosition({ file, baseUrl }, position) {
  writeFileSync(`${file}.part`, JSON.stringify({ baseUrl, position }), { flush: true });
  renameSync(`${file}.part`, file);
}

/** One answer of `GET /events`. Asks again, with growing pauses, until there is one. */
async function ask({ baseUrl, apiKey }, position, stop) {
  for (let tries = 0; ; tries += 1) {
    const { status, answer, retryAfterS } = await call(
      `${baseUrl}/events?${new URLSearchParams(position)}`,
      apiKey,
      stop,
    );
    if (status === 200 && Array.isArray(answer?.events) && answer.next) return answer;
    if (status >= 300 && status < 500 && status !== 429) {
      throw new Ended(1, `The service answered ${status}: ${answer?.error ?? 'is BASE_URL right?'}`);
    }
    const pauseS = retryAfterS > 0 ? Math.min(retryAfterS, MAX_RETRY_AFTER_S) : pauseAfter(tries);
    console.error(`the service answered ${status}: asked again in ${pauseS} s`);
    await sleep(pauseS * 1_000, undefined, { signal: stop });
  }
}

/** `status` is a text where there is no answer. */
async function call(url, apiKey, stop) {
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${apiKey}` },
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    });
    const text = await response.text();
    const answer = text.startsWith('{') ? JSON.parse(text) : undefined;
    return { status: response.status, answer, retryAfterS: Number(response.headers.get('Retry-After')) };
  } catch (fault) {
    stop.throwIfAborted();
    return { status: `nothing (${fault.cause?.code ?? fault.cause?.message ?? fault.name})` };
  }
}

const pauseAfter = (tries) => Math.min(2 ** tries, MAX_PAUSE_S);

/** Posts the events in order, and resolves to those to post again. */
async function postAll({ receiver, secrets }, events, stop) {
  const refused = [];
  for (const [index, event] of events.entries()) {
    stop.throwIfAborted();
    const { event: kind, timestamp, data } = JSON.parse(event.body);
    const status = await post(receiver, secrets, kind, event);
    const isTaken = status >= 200 && status < 300;
    const line = [timestamp, kind, data.externalOrderId, event.delivery, isTaken ? status : `${status} refused`];
    // An order id is what a customer or a shop chose: it must not move the cursor.
    console.log(line.join('  ').replace(/\p{C}/gu, '?'));
    if (!isTaken) refused.push(event);
    // Nothing listens: the others would fare no better.
    if (typeof status === 'string') return [...refused, ...events.slice(index + 1)];
  }
  return refused;
}

/** The status of the answer; a text where there is none. */
async function post(receiver, secrets, kind, { eventId, body }) {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = (secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
  };
  try {
    const response = await fetch(receiver, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Service-Webhook/1.0',
        'X-Service-Event': kind,
        // Of two secrets the old one signs this header, and both sign that of Standard Webhooks.
        'X-Service-Signature': `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map(signature).join(' '),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (fault) {
    return fault.cause?.code ?? fault.cause?.message ?? fault.name;
  }
}

async function listen(options, stop) {
  const { baseUrl, receiver, file } = options;
  let position = readPosition(options);
  // Now: what is recent at this moment comes too.
  position ??= { from: (await ask(options, { limit: 1 }, stop)).completeUntil };
  console.error(`${baseUrl} to ${receiver.origin}, position in ${file}; Ctrl-C stops`);
  /** Posted as recent; each is listed once more when it is certain. */
  const early = new Set();
  for (;;) {
    const { events, recent, next, more } = await ask(options, position, stop);
    // Before the first post: the next start begins here too, however this one ends.
    if (!existsSync(file)) storePosition(options, position);
    let waiting = [...events, ...recent].filter(({ eventId }) => !early.has(eventId));
    for (let tries = 0; waiting.length > 0; tries += 1) {
      waiting = await postAll(options, waiting, stop);
      if (waiting.length === 0) break;
      const pauseS = pauseAfter(tries);
      console.error(`${waiting.length} refused: posted again in ${pauseS} s; later events wait`);
      await sleep(pauseS * 1_000, undefined, { signal: stop });
    }
    for (const { eventId } of recent) early.add(eventId);
    for (const { eventId } of events) early.delete(eventId);
    if (next !== position.after) storePosition(options, { after: next });
    position = { after: next };
    if (!more) await sleep(ASK_EVERY_MS, undefined, { signal: stop });
  }
}

const stopping = new AbortController();
// A second Ctrl-C ends it at once.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
try {
  const options = settings(process.env);
  if (options) await listen(options, stopping.signal);
  else console.log(USAGE);
} catch (fault) {
  process.exitCode = stopping.signal.aborted ? 0 : (fault.status ?? 2);
  console.error(stopping.signal.aborted ? 'stopped: the next start goes on from the stored position' : fault.message);
}
