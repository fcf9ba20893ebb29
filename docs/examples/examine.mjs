// Examines a receiver of webhooks before the money is real: node examine.mjs --help
import { exec } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

const USAGE = `Posts to a receiver what the service would post, and what nobody should, and says what it does wrong.

  node examine.mjs --url http://localhost:4000/webhook --secret whsec_… --new COMMAND|URL --state COMMAND|URL

  --url URL       the receiver: on your machine, in your network, or your staging host
  --secret TEXT   its webhook secret (or WEBHOOK_SECRET in the environment)
  --old TEXT      the secret before it, which it must not accept any more
  --new X         makes a pending order and prints ORDER AMOUNT, such as A-17 10.50; a third word if the shop finds
                  its orders by it: the transactionId that it has stored
  --state X       prints the status of an order and how often it was fulfilled, such as paid 1
  --only N        this case alone; --show N prints its bytes, and sends nothing
  --json          the result for programs
  --yes-this-is-mine   admits a public address

--new and --state are a command, which your shell runs, or a URL, which is fetched. {order} in them becomes the order's
id, {amount} the amount that is to be ordered, such as 19.99. A URL has them encoded. A command has them as ORDER and
AMOUNT in its environment too; an id with more than letters, digits and _ . - only there.
A result that is not good has a sentence and a section of the documents, which are below /dashboard/docs/.

It makes some 30 orders with at most 200 requests: examine a copy of your shop. Without --new and --state it judges the
answers only. If a certificate is your own: NODE_EXTRA_CA_CERTS=FILE. Node 20 or later. Exit status: 0 no failure, 1 a
failure, 2 wrong arguments, or the receiver or a command does not answer.
`;

const MAX_REQUESTS = 200;
/** As long as a webhook waits. */
const POST_TIMEOUT_MS = 8_000;
const COMMAND_TIMEOUT_MS = 30_000;
/** A receiver may process after its answer. What must happen is awaited; what must not has this long. */
const LOOKS_MS = [0, 300, 700, 2_000];
const QUIET_LOOKS_MS = [1_000, 2_000];
const MAX_SILENT_CASES = 3;

const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const PAID = { event: 'payment.success', status: 'paid' };
const FAILED = { event: 'payment.failed', status: 'failed' };
const CANCELLED = { event: 'payment.cancelled', status: 'cancelled' };
const SECOND = { ...PAID, order: 1 };
const REFUNDED = { event: 'payment.refunded', status: 'refunded' };
const TEST = { event: 'webhook.test', status: 'pending' };
const NOT_PAID = { not: 'paid', times: 0 };
/** Of another transaction of the same order. */
const another = (post) => ({ ...post, transaction: 'B' });
const earlier = (post) => ({ ...post, agoMs: 60_000 });
const forged = (how) => ({ ...PAID, answer: 'refused', ...how });
const either = (post) => ({ ...post, answer: 'any' });
const kept = (post) => ({ ...post, form: 'kept' });
const cut = (signature) => signature.slice(0, -1);
const emptied = (signature) => signature.replace(/(?<=[=,]).*/, '');
const WRONG = [{ keys: [OTHER_SECRET] }, { keys: [''] }, { sealed: cut }, { sealed: emptied }].map(forged);
const FIFTY = Array.from({ length: 50 }, (_, order) => ({ ...(order < 3 ? PAID : either(TEST)), order }));
/** The same values in other bytes, beyond ASCII too, which no serializer writes. */
const respelled = (body) => `${body.replace('{', '{ "n": "nº \\u00e7 \\/ é",\n').replace('"EUR"', '"\\u0045UR"')} \n`;
const upper = (name) => name.toUpperCase();
const lower = (name) => name.toLowerCase();
const withFields = (body) => body.replace('"data":{', '"version":2,"data":{"fees":{"amount":0},"tags":[null],');

/**
 * By the section of the guide: a case's name, what is posted, and the sentence for who fails it. `steps` are posted one
 * after the other, those in a list at one instant, each to be answered as its `answer` says, or 2xx. Then each order is
 * as it `becomes`: by default paid and fulfilled once, or neither if no post should pay it. `byOrder`: that alone
 * judges. `gentler`: who passes one of these gets a warning, with its `advice`.
 */
// biome-ignore format: a table
const SECTIONS = {
  'merchants/receive-webhooks.md#receive-webhooks': {
    paid: { steps: [PAID], wrong: 'payment.success is answered with 2xx, and its order becomes paid, fulfilled once.' },
    failed: { steps: [FAILED], wrong: 'payment.failed is answered with 2xx, and fulfils nothing.' },
    cancelled: { steps: [CANCELLED], wrong: 'payment.cancelled is answered with 2xx, and fulfils nothing.' },
    'cancelled after paid': { steps: [PAID, earlier(FAILED), earlier(CANCELLED), another(CANCELLED)], byOrder: true,
      wrong: 'Events come out of order, and of other transactions of the order: none of them undoes paid.' },
    'an unknown order': { steps: [PAID, CANCELLED].map(either), orders: 0, wrong: 'Answer 2xx or 4xx: never crash.' },
    'an event that does not exist yet': { steps: [REFUNDED], wrong: 'Answer it with 2xx, and change nothing.' },
    'fields that do not exist yet': { steps: [{ ...PAID, body: withFields }], wrong: 'Ignore what you do not know.' },
    'a body that comes slowly': { steps: [{ ...PAID, form: 'slow' }], wrong: 'Read it to its end before you verify it.' },
    'a body in chunks': { steps: [{ ...PAID, form: 'chunked' }], isAdvice: true,
      wrong: 'We send Content-Length, but a proxy before you may send chunks: read to the end, not to a length.' },
    'one connection for several': { steps: [PAID, either(WRONG[0]), SECOND].map(kept), orders: 2,
      wrong: 'Read what you refuse to its end too: otherwise the rest begins the next request of the connection.' },
  },
  'merchants/take-payments.md#late-payments': {
    'paid after cancelled': { steps: [CANCELLED, PAID], byOrder: true,
      wrong: 'A bank can report a payment late: payment.success counts, whatever the state of the order is.',
      gentler: [{ steps: [CANCELLED, another(PAID)] }, { steps: [REFUNDED, PAID], becomes: NOT_PAID }],
      advice: 'With data.id alone as the key, a late payment passes for a duplicate: take data.id and event.' },
    'two transactions of one order, both paid': { steps: [PAID, another(PAID)], becomes: { times: 1 }, byOrder: true,
      wrong: 'Fulfil an order once, whatever data.id is: who has paid twice is owed money, not a second parcel.' },
  },
  'merchants/take-payments.md#another-amount': {
    'not the amount of the order': { steps: [either({ ...PAID, moreCents: -2 })], becomes: { times: 0 }, byOrder: true,
      wrong: 'Compare data.amount, in cents, with the amount of the order before you fulfil it.' },
    'an amount that floats get wrong': { steps: [PAID], amount: '19.99', byOrder: true,
      wrong: '19.99 × 100 is 1998.9999999999998 in floats: round it to cents, and compare those.' },
  },
  'api.md#check-the-signature': {
    'a wrong signature': { steps: WRONG,
      wrong: 'A signature by another secret or an empty one, cut short or without a value, is refused with 401.' },
    'no signature': { steps: [forged({ sealed: () => undefined })], wrong: 'It may be from anybody: refuse it (401).' },
    'a signature of other bytes': { steps: [forged({ signs: (body) => body.replace('EUR', 'USD') })],
      wrong: 'Compute the HMAC of the body that came: a signature of another body is refused with 401.' },
    'blanks and escapes in the body': { steps: [{ ...PAID, body: respelled }], wrong: 'Verify the raw bytes, unparsed.' },
    'header names in capitals and small': { steps: [{ ...PAID, named: upper }, { ...SECOND, named: lower }], orders: 2,
      wrong: 'The case of a header’s name means nothing: proxies and HTTP/2 change it.' },
  },
  'merchants/receive-webhooks.md#rotate-the-secret': {
    'while the secret is rotated': { steps: [{ ...PAID, keys: ['secret', OTHER_SECRET] }],
      wrong: 'The old secret signs X-Service-Signature, and each signs webhook-signature: one that is right is enough.' },
    'the old secret after its end': { steps: [forged({ keys: ['old'] })], wrong: 'Remove it when you have switched.' },
  },
  'api.md#answer-and-expect-repeats': {
    'an answer in time': { steps: [PAID, SECOND], orders: 2, withinMs: 1_000,
      wrong: 'Answer within a second, and do the work afterwards: after 8 seconds the attempt has failed.' },
    'webhook.test': { steps: [TEST], orders: 0, wrong: 'The test event, of no order of yours, is answered with 2xx.' },
    'the same event twice': { steps: [PAID, PAID], byOrder: true,
      wrong: 'An event that comes again is answered with 2xx and changes nothing: its key is data.id and event.' },
    'the same event at one instant': { steps: [[PAID, PAID, PAID, PAID]], byOrder: true,
      wrong: 'Who looks first and stores afterwards lets duplicates pass: a unique key in the database refuses them.' },
    'fifty at once': { steps: [FIFTY], orders: 3, wrong: 'Answer each with 2xx, at the latest when it comes again.' },
  },
};
const CASES = Object.entries(SECTIONS).flatMap(([guide, cases]) =>
  Object.entries(cases).map(([name, subject]) => ({ name, guide, orders: 1, ...subject })),
);

/** Why a case cannot be judged. */
class NotJudged extends Error {}

async function settings(env) {
  const options = {};
  for (const name of ['url', 'secret', 'old', 'new', 'state', 'only', 'show']) options[name] = { type: 'string' };
  for (const name of ['json', 'help', 'yes-this-is-mine']) options[name] = { type: 'boolean' };
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const { url, secret = env.WEBHOOK_SECRET, only, show, 'yes-this-is-mine': isAdmitted } = values;
  if (!secret) throw new Error('Give the secret of the receiver with --secret or WEBHOOK_SECRET. See --help.');
  if (!values.new !== !values.state) throw new Error('--new and --state go together. See --help.');
  const number = only ?? show;
  const cases = CASES.filter((_, index) => number === undefined || index + 1 === Number(number));
  if (cases.length === 0) throw new Error(`The cases have the numbers 1 to ${CASES.length}.`);
  return { ...values, secret, cases, isAdmitted, receiver: await vetted(url, isAdmitted) };
}

const OWN = new BlockList();
for (const range of '0.0.0.0/32 127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7'.split(' ')) {
  const [net, bits] = range.split('/');
  OWN.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');
}

/** A URL with its addresses, which are those that are called. Throws unless each of them is one's own, or admitted. */
async function vetted(source, isAdmitted) {
  const url = URL.canParse(source) && new URL(source);
  const isPlain = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain) throw new Error('Give a URL such as http://localhost:4000/webhook, without user and password.');
  const host = url.hostname.replace(/[[\]]/g, '');
  const addresses = await lookup(host, { all: true });
  const isOwn = host.endsWith('.local') || addresses.every(({ address, family }) => OWN.check(address, `ipv${family}`));
  if (!isOwn && !isAdmitted) throw new Error(`${host} has a public address. If it is yours: --yes-this-is-mine.`);
  if (!isOwn && url.protocol === 'http:') throw new Error(`${host} has a public address: it needs https.`);
  return { url, addresses };
}

let sent = 0;
/** One request. Resolves to its status, and the content if it is fetched; to `fault` where there is no answer. */
async function send({ url, addresses }, { method = 'GET', headers, body = '', form }) {
  if (sent === MAX_REQUESTS) throw new NotJudged(`${MAX_REQUESTS} requests are sent: examine it with --only`);
  sent += 1;
  const startedAt = performance.now();
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...{ method, headers, insecureHTTPParser: true, signal: AbortSignal.timeout(POST_TIMEOUT_MS) },
    agent: form === 'kept' ? undefined : false, // undefined: that of Node, which keeps connections
    // What was vetted is called: the name is not resolved again.
    lookup: (_, { all }, done) => done(null, ...(all ? [addresses] : Object.values(addresses[0]))),
  });
  write(request, Buffer.from(body), form);
  return new Promise((resolve) => {
    request.on('response', async (response) => {
      const ms = Math.round(performance.now() - startedAt);
      const content = text(response).catch(() => '');
      // The status of a post decides, whatever the rest of the answer is.
      resolve({ status: response.statusCode, ms, content: method === 'GET' && (await content) });
    });
    request.on('error', ({ name, code }) => {
      // The receiver closed the connection between two posts: the service, too, posts once more.
      const isClosed = request.reusedSocket && code === 'ECONNRESET';
      const fault = name === 'AbortError' ? 'no answer in 8 s' : code;
      resolve(isClosed ? send({ url, addresses }, { method, headers, body }) : { fault });
    });
  });
}

async function write(request, body, form) {
  const pauseMs = { slow: 400, chunked: 20 }[form];
  for (const piece of pauseMs ? [body.subarray(0, 100), body.subarray(100)] : [body]) {
    request.write(piece);
    await sleep(pauseMs);
  }
  request.end();
}

const FORMS = {
  new: [/^(\S+)\s+(\d+(?:\.\d\d?)?)(?:\s+(\S+))?$/, 'ORDER AMOUNT, such as A-17 10.50'],
  state: [/^(\S+)\s+(\d+)$/, 'STATUS TIMES, such as paid 1'],
};
const hasWorked = {};
/** The words of the last line that a command prints or a URL answers. */
async function ask(option, options, values) {
  const [form, expected] = FORMS[option];
  const isUrl = /^https?:/.test(options[option]);
  const filled = options[option].replace(/\{(order|amount)\}/g, (_, name) => {
    if (isUrl || /^\w[\w.-]*$/.test(values[name])) return encodeURIComponent(values[name]);
    throw new Error('The id of the order has more than letters, digits and _ . - : write "$ORDER" instead of {order}.');
  });
  const asked = isUrl ? send(await vetted(filled, options.isAdmitted), {}) : printed(filled, values);
  const { content = '', fault } = await asked;
  const line = content.trim().split('\n').at(-1).trim();
  const words = form.exec(line);
  hasWorked[option] ||= words !== null;
  if (words) return words.slice(1);
  const problem = `--${option}: ${fault ?? `“${line.slice(0, 80).replace(/\p{C}/gu, '?')}” is not ${expected}`}`;
  // What has worked before fails with the receiver, perhaps.
  throw hasWorked[option] ? new NotJudged(problem) : new Error(problem);
}

async function printed(command, { order, amount }) {
  const env = { ...process.env, ORDER: order, AMOUNT: amount };
  const running = promisify(exec)(command, { env, timeout: COMMAND_TIMEOUT_MS });
  const { stdout, stderr, code = 0 } = await running.catch((fault) => fault);
  return code === 0 ? { content: stdout } : { fault: `ended with ${code} ${stderr.trim().slice(0, 300)}` };
}

/** A case's own orders, if the shop can make them. */
async function storyOf({ orders: count, amount = '10.50' }, options) {
  const story = { orders: [], unknown: { id: `Encomenda nº ${Date.now()}`, cents: amount * 100 }, atMs: Date.now() };
  while (options.new && !options.show && story.orders.length < count) {
    const [id, euros, transactionId] = await ask('new', options, { order: '', amount });
    const cents = Math.round(euros * 100);
    const isEasy = amount !== '10.50' && Math.trunc(euros * 100) === cents;
    if (isEasy) throw new NotJudged(`floats get ${euros} right: let --new order {amount}, here ${amount}`);
    story.orders.push({ id, cents, transactionId });
  }
  return story;
}

const hmac = (key, content, encoding) => createHmac('sha256', key).update(content).digest(encoding);
/** Derived, so that an event that comes again is the same. */
const idOf = (prefix, ...of) => `${prefix}_${hmac(OTHER_SECRET, of.join(' '), 'hex').slice(0, 24)}`;

/** Headers and body of a post, as the service sends them. */
function written(post, { orders, unknown, atMs }, options) {
  const same = (value) => value;
  const { event, status, order: index = 0, transaction = 'A', moreCents = 0, agoMs = 0, keys = ['secret'] } = post;
  const { body: changed = same, signs = same, sealed = same, named = same } = post;
  const isTest = event === TEST.event;
  const order = isTest ? { id: 'TEST-ORDER', cents: 100 } : (orders[index] ?? unknown);
  const id = (transaction === 'A' && order.transactionId) || idOf(isTest ? 'test' : 'tx', order.id, index, transaction);
  const timestamp = new Date(atMs - agoMs).toISOString();
  const amount = (order.cents + moreCents) / 100;
  const paidAt = status === 'paid' ? timestamp : null;
  const data = { id, externalOrderId: order.id, amount, currency: 'EUR', paymentMethod: 'MBWAY', status, paidAt };
  const body = changed(JSON.stringify({ event, timestamp, data }));
  const eventId = idOf('evt', id, event);
  const seconds = String(Math.floor(Date.now() / 1_000));
  const secrets = keys.map((key) => (key === 'secret' || key === 'old' ? options[key] : key));
  if (secrets.includes(undefined)) throw new NotJudged('give the secret before with --old');
  const standard = (secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return sealed(`v1,${hmac(key, `${eventId}.${seconds}.${signs(body)}`, 'base64')}`);
  };
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': post.form === 'chunked' ? undefined : Buffer.byteLength(body),
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': event,
    // Of two secrets the old one signs this header, and both sign that of Standard Webhooks.
    'X-Service-Signature': sealed(`sha256=${hmac(secrets[0], signs(body), 'hex')}`),
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map(standard).reverse().join(' ') || undefined,
    'Accept-Encoding': 'identity',
  };
  const present = Object.entries(headers).filter(([, value]) => value !== undefined);
  return { headers: Object.fromEntries(present.map(([name, value]) => [named(name), value])), body };
}

const ANSWERS = { taken: [/^2/, '2xx'], refused: [/^4/, '401'], any: [/^[24]|503/, '2xx or 4xx'] };
let hasAnswered = false;
let silentCases = 0;
/** The answer to a post, with what is wrong. Of those at one instant some may be refused, and come again as from us. */
async function posted(post, story, options, isAtOnce) {
  const { answer = 'taken', form, event } = post;
  const [fits, expected] = ANSWERS[answer];
  let seen = {};
  for (const pauseMs of isAtOnce ? [0, 200, 1_000] : [0]) {
    await sleep(pauseMs);
    if (pauseMs > 0 && sent === MAX_REQUESTS) break;
    seen = await send(options.receiver, { method: 'POST', form, ...written(post, story, options) });
    if (fits.test(seen.status)) return seen;
  }
  const { status, fault = `answered ${status}, expected ${expected}` } = seen;
  if (!status && !hasAnswered && !/ECONNRESET|no answer/.test(fault)) throw new Error(`${options.url}: ${fault}`);
  const isUnknown = !options.new && answer === 'taken' && event !== TEST.event;
  if (isUnknown && /^4(?!01|03)/.test(status)) throw new NotJudged(`${fault}: it may not know the order; give --new`);
  return { problem: fault, status };
}

async function stateOf({ id }, { steps, byOrder, becomes }, options) {
  const isPaid = steps.flat().some(({ status, answer }) => status === 'paid' && !answer);
  const { status, not, times } = becomes ?? (isPaid ? { status: 'paid', times: 1 } : NOT_PAID);
  let seen;
  for (const pauseMs of byOrder || times === 0 ? QUIET_LOOKS_MS : LOOKS_MS) {
    await sleep(pauseMs);
    const [word, count] = await ask('state', options, { order: id, amount: '' });
    const isFit = word.toLowerCase() !== not && (word.toLowerCase() === status || !status) && Number(count) === times;
    seen = `${word} ${count}`;
    if (isFit) return { seen };
  }
  return { problem: `the order is ${seen}, expected ${not ? `not ${not}` : (status ?? 'fulfilled')} ${times}` };
}

/** What was seen in a case, or the problem. */
async function examined(subject, options) {
  const { steps, byOrder, withinMs } = subject;
  const story = await storyOf(subject, options);
  const answers = [];
  for (const step of steps) {
    const posts = [step].flat().map((post) => posted(post, story, options, Array.isArray(step)));
    answers.push(...(await Promise.all(posts)));
  }
  const statuses = new Set(answers.map(({ status }) => status));
  hasAnswered = true;
  silentCases = statuses.size === 1 && statuses.has(undefined) ? silentCases + 1 : 0;
  const { problem } = answers.find((each) => each.problem) ?? {};
  if (problem) return { problem };
  const fastestMs = Math.min(...answers.map(({ ms }) => ms));
  const seen = `answered ${[...statuses].join(', ')} in ${fastestMs} ms`;
  if (fastestMs > withinMs) return { problem: seen, isAdvice: true };
  if (byOrder && !options.state) throw new NotJudged(`${seen}; the order needs --new and --state`);
  const states = await Promise.all(story.orders.map((order) => stateOf(order, subject, options)));
  return states.find((each) => each.problem) ?? { seen: [seen, states[0]?.seen].filter(Boolean).join('; ') };
}

async function resultOf({ wrong, guide, gentler = [], advice, ...subject }, options) {
  if (silentCases === MAX_SILENT_CASES) throw new NotJudged('the receiver does not answer any more');
  const { problem, seen, isAdvice = subject.isAdvice } = await examined(subject, options);
  if (!problem) return { result: 'passed', seen };
  let isGentle = false;
  for (const other of gentler) isGentle ||= !(await examined({ ...subject, ...other }, options)).problem;
  const result = isAdvice || isGentle ? 'warning' : 'failed';
  return { result, seen: problem, wrong: isGentle ? advice : wrong, guide };
}

async function examine(options) {
  const results = [];
  for (const subject of options.cases) {
    const [number, name] = [CASES.indexOf(subject) + 1, subject.name];
    const { result, seen, wrong, guide } = await resultOf(subject, options).catch((fault) => {
      if (fault instanceof NotJudged) return { result: 'not judged', seen: fault.message };
      throw fault;
    });
    results.push({ number, name, result, seen, wrong, guide });
    if (options.json) continue;
    console.log(`${String(number).padStart(2)}  ${result.padEnd(10)}  ${name.padEnd(42)}  ${seen}`);
    if (wrong) console.log(`${' '.repeat(16)}${wrong}\n${' '.repeat(16)}${guide}`);
  }
  const countOf = (wanted) => results.filter(({ result }) => result === wanted).length;
  const counts = ['passed', 'warning', 'failed', 'not judged'].map((result) => `${countOf(result)} ${result}`);
  if (options.json) console.log(JSON.stringify({ requests: sent, results }));
  else console.log(`\n${counts.join(', ')}; ${sent} requests. Once more: --only N. Its bytes: --show N.`);
  process.exitCode = countOf('failed') > 0 ? 1 : 0;
}

async function show({ cases: [subject], ...options }) {
  const { url } = options.receiver;
  const story = await storyOf(subject, options);
  for (const post of subject.steps.flat()) {
    const { headers, body } = written(post, story, options);
    const lines = Object.entries({ Host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    console.log(`POST ${url.pathname}${url.search} HTTP/1.1\n${lines.join('\n')}\n\n${body}\n`);
  }
}

try {
  const options = await settings(process.env);
  if (options) await (options.show ? show : examine)(options);
} catch (fault) {
  process.exitCode = 2;
  console.error(fault.message);
}
