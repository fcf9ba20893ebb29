// Examines a receiver of webhooks before the money is real, with Node 20 or later: node examine.mjs --help
import { exec } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

const USAGE = `Posts to a receiver what the service would post, and what nobody should, and says what it does wrong.

  --url URL       the receiver, such as http://localhost:4000/webhook: on your machine, in your network, or for staging
  --secret TEXT   its webhook secret (or WEBHOOK_SECRET in the environment)
  --old TEXT      the secret before it, which it must not accept any more
  --new X         makes a pending order and prints ORDER AMOUNT, such as A-17 10.50, and its transactionId if it has one
  --state X       prints the status of an order and how often it was fulfilled, such as paid 1
  --only N        this case alone; --show N prints its bytes, and sends nothing
  --json          the result for programs
  --yes-this-is-mine   admits a public address

--new and --state are a command for your shell, or a URL, which is fetched. {order} in them becomes the order's id,
{amount} the amount to order, such as 19.99. In a command write "$ORDER" if an id has more than letters, digits, _ . -
It makes some 30 orders with at most 200 requests: examine a copy of your shop. Without --new and --state it judges the
answers only. Sections that it names are below /dashboard/docs/. A certificate of your own: NODE_EXTRA_CA_CERTS=FILE.
Exit status: 0 no failure, 1 a failure or nothing judged, 2 wrong arguments or no answer of the receiver or a command.
`;

const MAX_REQUESTS = 200;
const POST_TIMEOUT_MS = 8_000; // as long as a webhook waits
const COMMAND_TIMEOUT_MS = 30_000;
/** A receiver may process after its answer. What must happen is awaited; what must not has this long. */
const LOOKS_MS = [0, 300, 700, 2_000];
const QUIET_LOOKS_MS = [1_000, 2_000];
const MAX_SILENT_POSTS = 10;

const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const PAID = { event: 'payment.success', status: 'paid' };
const FAILED = { event: 'payment.failed', status: 'failed' };
const CANCELLED = { event: 'payment.cancelled', status: 'cancelled' };
const SECOND = { ...PAID, order: 1 };
const REFUNDED = { event: 'payment.refunded', status: 'refunded' };
const TEST = { event: 'webhook.test', status: 'pending' };
const NOT_PAID = { not: 'paid', times: 0 };
/** Of a later transaction of the same order. */
const another = (post) => ({ ...post, transaction: 'B', agoMs: 0 });
const earlier = (post) => ({ ...post, agoMs: 60_000 });
const same = (value) => value;
const late = (as) => [earlier(CANCELLED), as(PAID), { ...earlier(FAILED), order: 1 }, as(SECOND)];
const forged = (how) => ({ ...PAID, answer: 'refused', ...how });
const either = (post) => ({ ...post, answer: 'any' });
const kept = (post) => ({ ...post, isKept: true });
const cut = (signature) => signature.slice(0, -1);
const emptied = (signature) => signature.replace(/(?<=[=,]).*/, '');
const WRONG = [{ keys: [OTHER_SECRET] }, { keys: [''] }, { sealed: cut }, { sealed: emptied }].map(forged);
const FIFTY = Array.from({ length: 50 }, (_, order) => ({ ...(order < 3 ? PAID : either(TEST)), order }));
/** The same values in other bytes, beyond ASCII too, which no serializer writes. */
const respelled = (body) => `${body.replace('{', '{ "n": "nº \\u00e7 \\/ é",\n').replace('"EUR"', '"\\u0045UR"')} \n`;
const upper = (value) => value.toUpperCase();
const lower = (value) => value.toLowerCase();
const withFields = (body) => body.replace('"data":{', '"version":2,"data":{"fees":{"amount":0},"tags":[null],');

/**
 * By section of the guide: a case's name, its posts, and a sentence for who fails. `steps` are posted in turn, those in
 * a list at one instant, each to be answered as its `answer` says, or 2xx. Then each order is as it `becomes`: paid and
 * fulfilled once, or neither if no post pays it. `byOrder`: that alone judges. `gentler`: who passes one is warned.
 */
// biome-ignore format: a table
const SECTIONS = {
  'merchants/receive-webhooks.html#receive-webhooks': {
    paid: { steps: [PAID], wrong: 'payment.success is answered with 2xx, and its order becomes paid, fulfilled once.' },
    failed: { steps: [FAILED], wrong: 'payment.failed is answered with 2xx, and fulfils nothing.' },
    cancelled: { steps: [CANCELLED], wrong: 'payment.cancelled is answered with 2xx, and fulfils nothing.' },
    'cancelled after paid': { steps: [PAID, ...[FAILED, CANCELLED].map(earlier), another(CANCELLED)], byOrder: true,
      wrong: 'Events come out of order, and of other transactions of the order: none of them undoes paid.' },
    'not the amount of the order': { steps: [either({ ...PAID, moreCents: -2 })], becomes: { times: 0 }, byOrder: true,
      wrong: 'Compare data.amount, in cents, with the amount of the order before you fulfil it.' },
    'an amount that floats get wrong': { steps: [PAID], amount: '19.99', byOrder: true, wrong: 'Round it to cents.' },
    'an unknown order': { steps: [PAID, CANCELLED].map(either), orders: 0, wrong: 'Answer 2xx or 4xx: never crash.' },
    'an event that does not exist yet': { steps: [REFUNDED], wrong: 'Answer it with 2xx, and change nothing.' },
    'fields that do not exist yet': { steps: [{ ...PAID, body: withFields }], wrong: 'Ignore what you do not know.' },
    'a body that comes slowly': { steps: [{ ...PAID, pauseMs: 400 }], wrong: 'Read it to its end before you verify it.' },
    'a body in chunks': { steps: [{ ...PAID, pauseMs: 20, headers: { 'Content-Length': undefined } }], isAdvice: true,
      wrong: 'We send Content-Length, but a proxy before you may send chunks: read to the end, not to a length.' },
    'one connection for several': { steps: [PAID, either(WRONG[0]), SECOND].map(kept), orders: 2,
      wrong: 'Read what you refuse to its end too: otherwise the rest begins the next request of the connection.' },
    'paid after cancelled, and after failed': { steps: late(same), orders: 2, byOrder: true,
      wrong: 'A bank can report a payment late: payment.success counts, whatever the state of the order is.',
      gentler: [{ steps: late(another) }, { steps: [REFUNDED, PAID], orders: 1, becomes: NOT_PAID }],
      advice: 'With data.id alone as the key, a late payment passes for a duplicate: take data.id and event.' },
    'two transactions of one order, both paid': { steps: [PAID, another(PAID)], becomes: { times: 1 }, byOrder: true,
      wrong: 'Fulfil an order once, whatever data.id is: who has paid twice is owed money, not a second parcel.' },
  },
  'api.html#check-the-signature': {
    'a wrong signature': { steps: WRONG, wrong: 'By another or no secret, cut or empty: refuse each with 401.' },
    'no signature': { steps: [forged({ sealed: () => undefined })], wrong: 'It may be from anybody: refuse it (401).' },
    'a signature of other bytes': { steps: [forged({ signs: upper })], wrong: 'Compute it over the body that came.' },
    'an event that only a header names': { steps: [either({ ...FAILED, headers: { 'X-Service-Event': PAID.event } })],
      byOrder: true, wrong: 'This header is not signed: take the event from the body that you have verified.' },
    'blanks and escapes in the body': { steps: [{ ...PAID, body: respelled }], wrong: 'Verify the raw bytes, unparsed.' },
    'header names in capitals and small': { steps: [{ ...PAID, named: upper }, { ...SECOND, named: lower }], orders: 2,
      wrong: 'The case of a header’s name means nothing: proxies and HTTP/2 change it.' },
  },
  'merchants/receive-webhooks.html#rotate-the-secret': {
    'two secrets': { steps: [{ ...PAID, keys: ['secret', OTHER_SECRET] }], wrong: 'One right signature is enough.' },
    'the old secret after its end': { steps: [forged({ keys: ['old'] })], wrong: 'Remove it when you have switched.' },
  },
  'api.html#answer-and-expect-repeats': {
    'an answer in time': { steps: [PAID, SECOND], orders: 2, withinMs: 1_000, wrong: 'Answer first, work afterwards.' },
    'webhook.test': { steps: [TEST], orders: 0, wrong: 'The test event, of no order of yours, is answered with 2xx.' },
    'a repeated event': { steps: [PAID, PAID, either({ ...PAID, headers: { 'webhook-id': 'evt_0' } })], byOrder: true,
      wrong: 'An event that comes again is answered with 2xx and changes nothing: its key is data.id and event.' },
    'the same event at one instant': { steps: [[PAID, PAID, PAID, PAID]], byOrder: true,
      wrong: 'Who looks first and stores afterwards lets duplicates pass: a unique key in the database refuses them.' },
    'fifty at once': { steps: [FIFTY], orders: 3, wrong: 'Answer each with 2xx, at the latest when it comes again.' },
  },
};
const CASES = Object.entries(SECTIONS)
  .flatMap(([guide, cases]) => Object.entries(cases).map(([name, subject]) => ({ name, guide, ...subject })))
  .map((subject, index) => ({ number: index + 1, orders: 1, ...subject }));

class NotJudged extends Error {}

async function settings(env) {
  const options = {};
  for (const name of ['url', 'secret', 'old', 'new', 'state', 'only', 'show']) options[name] = { type: 'string' };
  for (const name of ['json', 'help', 'yes-this-is-mine']) options[name] = { type: 'boolean' };
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const { secret = env.WEBHOOK_SECRET, old, only, show, json, 'yes-this-is-mine': isAdmitted } = values;
  if (!secret) throw new Error('Give the secret of the receiver with --secret or WEBHOOK_SECRET. See --help.');
  if (secret === old) throw new Error('--old is the secret before --secret: they differ. See --help.');
  if (show && (only || json)) throw new Error('--show goes neither with --only nor with --json. See --help.');
  if (!values.new !== !values.state) throw new Error('--new and --state go together. See --help.');
  const cases = CASES.filter(({ number }) => [undefined, String(number)].includes(only ?? show));
  if (cases.length === 0) throw new Error(`The cases have the numbers 1 to ${CASES.length}.`);
  return { ...values, secret, cases, isAdmitted, receiver: await vetted('url', values.url, isAdmitted) };
}

/** The addresses of one's own machine and networks. */
const OWN = /^(0\.0\.0\.0$|127\.|10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|::1$|f[cd]..:)/;

/** What a connection fails with, in words. */
const FAULTS = [
  [/^ECONNREFUSED/, 'refused the connection'],
  [/^(ECONNRESET|EPIPE)/, 'closed the connection'],
  [/^EPROTO/, 'does not speak TLS there'],
  [/^HPE_/, 'does not speak HTTP there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'name not found'],
];
const faultOf = (code) => `${FAULTS.find(([codes]) => codes.test(code))?.[1] ?? 'no connection'} (${code})`;
const answered = (status) => `answered ${status}${/^3/.test(status) ? ' (redirects are not followed)' : ''}`;

/** A URL with its addresses, which are those that are called. Throws unless each of them is one's own, or admitted. */
async function vetted(option, source, isAdmitted) {
  const refuse = (why) => {
    throw new Error(`--${option}: ${why}`);
  };
  const url = URL.canParse(source) && new URL(source);
  const isPlain = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain) refuse('give a URL such as http://localhost:4000/webhook, without user and password.');
  const host = url.hostname.replace(/[[\]]/g, '');
  const addresses = await lookup(host, { all: true }).catch(({ code }) => refuse(`${host}: ${faultOf(code)}`));
  const isOwn = host.endsWith('.local') || addresses.every(({ address }) => OWN.test(address));
  if (!isOwn && !isAdmitted) refuse(`${host} has a public address. If it is yours: --yes-this-is-mine.`);
  if (!isOwn && url.protocol === 'http:') refuse(`${host} has a public address: it needs https.`);
  return { url, addresses };
}

let sent = 0;
/** One request. Resolves to its status, and the content if it is fetched; to `fault` where there is no answer. */
async function send({ url, addresses }, { method = 'GET', headers, body = '', pauseMs, isKept }) {
  if (sent === MAX_REQUESTS) throw new NotJudged(`${MAX_REQUESTS} requests are sent: examine it with --only`);
  sent += 1;
  const startedAt = performance.now();
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...{ method, headers, insecureHTTPParser: true, signal: AbortSignal.timeout(POST_TIMEOUT_MS) },
    agent: isKept ? undefined : false, // undefined: that of Node, which keeps connections
    // What was vetted is called: the name is not resolved again.
    lookup: (_, { all }, done) => done(null, ...(all ? [addresses] : Object.values(addresses[0]))),
  });
  // The status of a post decides, whatever becomes of the rest of the answer.
  request.on('error', () => {});
  write(request, Buffer.from(body), pauseMs);
  try {
    const [response] = await once(request, 'response');
    const ms = Math.round(performance.now() - startedAt);
    const content = text(response).catch(() => '');
    return { status: response.statusCode, ms, content: method === 'GET' && (await content) };
  } catch ({ name, code }) {
    // The receiver closed the connection between two posts: the service, too, posts once more.
    if (request.reusedSocket && code === 'ECONNRESET') return send({ url, addresses }, { method, headers, body });
    return { fault: name === 'AbortError' ? 'no answer in 8 s' : faultOf(code) };
  }
}

async function write(request, body, pauseMs) {
  if (!pauseMs) return request.end(body);
  request.write(body.subarray(0, 100));
  await sleep(pauseMs);
  request.end(body.subarray(100));
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
  const asked = isUrl ? send(await vetted(option, filled, options.isAdmitted), {}) : printed(filled, values);
  const { status = 200, content = '', fault = !/^2/.test(status) && answered(status) } = await asked;
  const line = content.trim().split('\n').at(-1).trim();
  const words = fault ? null : form.exec(line);
  hasWorked[option] ||= words !== null;
  if (words) return words.slice(1);
  const problem = `--${option}: ${fault || `“${line.slice(0, 80).replace(/\p{C}/gu, '?')}” is not ${expected}`}`;
  // What has worked before fails with the receiver, perhaps.
  throw hasWorked[option] ? new NotJudged(problem) : new Error(problem);
}

async function printed(command, { order, amount }) {
  const env = { ...process.env, ORDER: order, AMOUNT: amount };
  const running = promisify(exec)(command, { env, timeout: COMMAND_TIMEOUT_MS });
  const { stdout, stderr, code = 0, killed } = await running.catch((fault) => fault);
  if (killed) return { fault: 'did not end within 30 s' };
  return code === 0 ? { content: stdout } : { fault: `ended with ${code} ${stderr.trim().slice(0, 300)}` };
}

/** A case's own orders, if the shop can make them. */
async function storyOf({ orders: count, amount = '10.50' }, options) {
  const story = { orders: [], unknown: { id: `Encomenda nº ${Date.now()}`, cents: amount * 100 }, atMs: Date.now() };
  while (options.new && !options.show && story.orders.length < count) {
    const [id, euros, transactionId] = await ask('new', options, { order: '', amount });
    if (amount !== '10.50' && euros !== amount) throw new NotJudged(`let --new order {amount}, here ${amount}`);
    story.orders.push({ id, cents: Math.round(euros * 100), transactionId });
    // Once, at the first order: what is paid from the start would pass for paid by us.
    const [status, times] = hasWorked.state ? [] : await ask('state', options, { order: id, amount: '' });
    if (times > 0) throw new Error(`--new: its order is ${status} ${times} before any event, expected pending 0`);
  }
  return story;
}

const hmac = (key, content, encoding) => createHmac('sha256', key).update(content).digest(encoding);
/** Derived, so that an event that comes again is the same. */
const idOf = (prefix, ...of) => `${prefix}_${hmac(OTHER_SECRET, of.join(' '), 'hex').slice(0, 24)}`;

/** Headers and body of a post, as the service sends them. */
function written(post, { orders, unknown, atMs }, options) {
  const { event, status, order: index = 0, transaction = 'A', moreCents = 0, agoMs = 1_000, keys = ['secret'] } = post;
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
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': event,
    // Of two secrets the old one signs this header, and both sign that of Standard Webhooks.
    'X-Service-Signature': sealed(`sha256=${hmac(secrets[0], signs(body), 'hex')}`),
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map(standard).reverse().join(' ') || undefined,
    'Accept-Encoding': 'identity',
    ...post.headers,
  };
  const present = Object.entries(headers).filter(([, value]) => value !== undefined);
  return { headers: Object.fromEntries(present.map(([name, value]) => [named(name), value])), body };
}

const ANSWERS = { taken: [/^2/, '2xx'], refused: [/^4/, '401'], any: [/^[24]|503/, '2xx or 4xx'] };
let hasTaken = false;
let silentPosts = 0;
/** The answer to a post, with what is wrong. Of those at one instant some may be refused, and come again as from us. */
async function posted(post, story, options, isAtOnce) {
  const { answer = 'taken', event, pauseMs, isKept } = post;
  const [fits, expected] = ANSWERS[answer];
  let seen = {};
  for (const delayMs of isAtOnce ? [0, 200, 1_000] : [0]) {
    await sleep(delayMs);
    if (delayMs > 0 && sent === MAX_REQUESTS) break;
    seen = await send(options.receiver, { method: 'POST', pauseMs, isKept, ...written(post, story, options) });
    silentPosts = seen.status ? 0 : silentPosts + 1;
    hasTaken ||= answer === 'taken' && fits.test(seen.status);
    if (fits.test(seen.status)) return seen;
  }
  const { status, fault = `${answered(status)}, expected ${expected}` } = seen;
  if (!status && !hasTaken && !/ECONNRESET|no answer/.test(fault)) throw new Error(`--url ${options.url}: ${fault}`);
  const question = /^40[13]/.test(status) ? 'is --secret the secret of this receiver?' : 'is the path right?';
  // Once a post was taken, both are right.
  const problem = !hasTaken && /^4(0[1345]|10)/.test(status) ? `${fault}: ${question}` : fault;
  const isUnknown = !options.new && answer === 'taken' && event !== TEST.event;
  if (isUnknown && /^4(?!01|03)/.test(status)) throw new NotJudged(`${problem} (or an unknown order: give --new)`);
  return { problem, status };
}

const isToPay = ({ steps }) => steps.flat().some(({ status, answer }) => status === 'paid' && !answer);

async function stateOf({ id }, subject, options) {
  const { status, not, times } = subject.becomes ?? (isToPay(subject) ? { status: 'paid', times: 1 } : NOT_PAID);
  let seen;
  for (const pauseMs of subject.byOrder || times === 0 ? QUIET_LOOKS_MS : LOOKS_MS) {
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
  const story = await storyOf(subject, options);
  const answers = [];
  for (const step of subject.steps) {
    const posts = [step].flat().map((post) => posted(post, story, options, Array.isArray(step)));
    answers.push(...(await Promise.all(posts)));
  }
  const { problem } = answers.find((each) => each.problem) ?? {};
  if (problem) return { problem };
  const fastestMs = Math.min(...answers.map(({ ms }) => ms));
  const seen = `answered ${[...new Set(answers.map(({ status }) => status))].join(', ')} in ${fastestMs} ms`;
  if (fastestMs > subject.withinMs) return { problem: seen, isAdvice: true };
  if (subject.byOrder && !options.state) throw new NotJudged(`${seen}; the order needs --new and --state`);
  const states = await Promise.all(story.orders.map((order) => stateOf(order, subject, options)));
  return states.find((each) => each.problem) ?? { seen: [seen, states[0]?.seen].filter(Boolean).join('; ') };
}

async function resultOf({ wrong, guide, gentler = [], advice, ...subject }, [first], options) {
  // Where a post is not even taken, no case says more. Where it does not pay, those say no more that should pay.
  const isFirstFailed = first?.number === 1 && first.result === 'failed';
  if (isFirstFailed && (!hasTaken || isToPay(subject))) throw new NotJudged('case 1 fails');
  if (silentPosts >= MAX_SILENT_POSTS) throw new NotJudged('the receiver does not answer any more');
  const { problem, seen, isAdvice = subject.isAdvice } = await examined(subject, options);
  if (!problem) return { result: 'passed', seen };
  let isGentle = false;
  for (const other of gentler) isGentle ||= !(await examined({ ...subject, ...other }, options)).problem;
  const result = isAdvice || isGentle ? 'warning' : 'failed';
  return { result, seen: problem, wrong: isGentle ? advice : wrong, guide };
}

async function examine(options) {
  const results = [];
  for (const { number, name, ...subject } of options.cases) {
    const { result, seen, wrong, guide } = await resultOf(subject, results, options).catch((fault) => {
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
  else console.log(`\n${counts.join(', ')}; requests: ${sent}. Once more: --only N. Its bytes: --show N.`);
  process.exitCode = countOf('failed') > 0 ? 1 : 0;
  if (countOf('not judged') === results.length) throw new NotJudged('No case could be judged: each says why.');
}

async function show({ cases: [subject], receiver: { url }, ...options }) {
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
  process.exitCode = fault instanceof NotJudged ? 1 : 2;
  console.error(fault.message);
}
