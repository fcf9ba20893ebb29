import { MAX_REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';
import { SMOKE_MERCHANT_ID } from '../../../functions/merchants/tables.ts';
import { transactionIdOfKey } from '../../../functions/payments/ids.ts';
import { randomText } from '../../../functions/runtime/ids.ts';
import { webhooksOn } from '../../../functions/webhooks/wiring.ts';
import { isSimulated } from '../bank/register.ts';
import { bankAccountsOf, type Target } from '../target.ts';
import { readDetail } from '../transaction/transaction-detail.ts';
import { eventually } from './eventually.ts';
import { smokeAccount } from './smoke-account.ts';
import { smokeCallbacks } from './smoke-callbacks.ts';
import { smokeDashboard } from './smoke-dashboard.ts';

/** The result of a check. `detail` describes the response, also when the check passes. */
export interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/**
 * Checks on a running stage what a test on one machine cannot show about AWS: the authorizer runs without headers, a
 * usage plan of rate zero answers 429 with the authorizer's `Retry-After`, the limiter's expression works, and a
 * payment settles and its delivery ends. Uses up the caller's request limit for a minute. Every run is of one account,
 * which no list, sum or count of staff has. May be interrupted, and run beside another.
 */
export async function smoke(target: Target, report: (finding: Finding) => void): Promise<boolean> {
  const { apiKey, bankAccount } = await smokeAccount(target);
  // A payment there costs nothing.
  const simulated = bankAccountsOf(target).some((each) => each.name === bankAccount && isSimulated(each));
  let isWell = true;
  const check = (name: string, ok: boolean, detail: string): void => {
    isWell &&= ok;
    report({ check: name, ok, detail });
  };
  const call = caller(target.outputs.BaseUrl, apiKey);
  const run: Run = { target, call, check };
  await smokeDashboard(target.dashboardUrl, check);
  const bare = await call('GET', '/payments/status', { key: null });
  check('a request without headers is authorized and refused', bare.status === 401 && isError(bare), summary(bare));
  const id = await (simulated ? createTransaction(run, randomText(24)) : permanentTransaction(run));
  // The other checks need a transaction. Most often the address is over its limit from an earlier run.
  if (id === undefined) return false;
  const read = await call('GET', `/payments/status?transactionId=${id}`);
  check('status answers the transaction', read.status === 200 && read.body.status === 'pending', summary(read));
  const remaining = Number(read.headers.get('x-ratelimit-remaining'));
  const isMetered = read.headers.has('x-ratelimit-remaining') && remaining < MAX_REQUESTS_PER_MINUTE;
  check('the limiter counts', isMetered, `X-RateLimit-Remaining ${remaining}`);
  const latin1 = Buffer.from('{"orderId":"caf\u00e9","amount":1}', 'latin1');
  const refused = await call('POST', '/payments/init', { body: latin1 });
  check('a body that is not UTF-8 is refused', refused.status === 400 && isError(refused), summary(refused));
  await smokeCallbacks(target, check);
  if (simulated) await checkPayment(run, id);
  await checkTestEvent(run);
  await checkLimit(call, check);
  return isWell;
}

type Check = (name: string, ok: boolean, detail: string) => void;
type Call = ReturnType<typeof caller>;

interface Run {
  target: Target;
  call: Call;
  check: Check;
}

/** Creates a transaction by two requests with one key; undefined where none is created. */
async function createTransaction({ call, check }: Run, key: string): Promise<string | undefined> {
  const order = { body: { orderId: 'SMOKE', amount: 1 }, headers: { 'Idempotency-Key': key } };
  const begun = await call('POST', '/payments/init', order);
  check('init creates a transaction', begun.status === 200, summary(begun));
  if (begun.status !== 200) return undefined;
  const id = String(begun.body.transactionId);
  const repeated = await call('POST', '/payments/init', order);
  check('a repeat with its Idempotency-Key answers it', repeated.body.transactionId === id, summary(repeated));
  return id;
}

/**
 * The transaction of one key, which is never started: the first run creates it, and its id needs no record. Without a
 * `shard` no sweep finds it, so that it stays pending.
 */
async function permanentTransaction(run: Run): Promise<string | undefined> {
  const { client, transactionsTable } = run.target;
  const key = 'smoke';
  const id = transactionIdOfKey(SMOKE_MERCHANT_ID, key);
  return (await readDetail(client, transactionsTable, id)) ? id : createTransaction(run, key);
}

async function checkPayment({ target, call, check }: Run, transactionId: string): Promise<void> {
  const pushed = await call('POST', '/payments/mbway', { body: { transactionId, phoneNumber: '910000000' } });
  check('mbway reaches the bank', pushed.status === 200, summary(pushed));
  const ended = await eventually(async () => {
    const detail = await readDetail(target.client, target.transactionsTable, transactionId);
    const state = detail?.settlements[0]?.delivery.state;
    return detail?.status === 'paid' && state !== 'pending' ? `paid, its event ${state}` : undefined;
  });
  check(
    'the notification settles it and the stream carries the event',
    ended !== undefined,
    ended ?? 'not within 30 s',
  );
}

/** Without a webhook URL the event ends `skipped`, after it has passed stream, relay, queue and deliver. */
async function checkTestEvent({ target, check }: Run): Promise<void> {
  const { client: dynamo, clock, transactionsTable: transactions } = target;
  const id = await webhooksOn({ dynamo, clock }, { transactions }).sendTestEvent(SMOKE_MERCHANT_ID);
  const state = await eventually(async () => {
    const detail = await readDetail(dynamo, transactions, id);
    const found = detail?.settlements[0]?.delivery.state;
    return found === 'pending' ? undefined : found;
  });
  check('a test event passes the complete pipeline', state !== undefined, state ?? 'still pending after 30 s');
}

async function checkLimit(call: Call, check: Check): Promise<void> {
  const answers: Answer[] = [];
  // Sequential, so that the plan refuses exactly the request that the authorizer refused.
  while (answers.length <= MAX_REQUESTS_PER_MINUTE && answers.at(-1)?.status !== 429) {
    answers.push(await call('GET', `/payments/status?transactionId=tx_${randomText(6)}`));
  }
  const over = answers.at(-1);
  if (over?.status !== 429) return check('the address is limited', false, `no 429 after ${answers.length} requests`);
  const retryAfter = over.headers.get('retry-after') ?? '(none)';
  check('the address is limited', isError(over), `429 after ${answers.length - 1} more requests: ${summary(over)}`);
  const isWait = /^[0-9]+$/.test(retryAfter) && Number(retryAfter) >= 1 && Number(retryAfter) <= 60;
  check('Retry-After comes from the authorizer', isWait, `Retry-After ${retryAfter}`);
  // API Gateway sets this header on the responses that it generates.
  const errorType = over.headers.get('x-amzn-errortype');
  check('the usage plan answers 429, not a function', errorType !== null, `x-amzn-ErrorType ${errorType ?? '(none)'}`);
}

function caller(baseUrl: string, apiKey: string) {
  return async (
    method: string,
    path: string,
    { key = apiKey, body, headers: named }: { key?: string | null; body?: unknown; headers?: object } = {},
  ): Promise<Answer> => {
    const headers: Record<string, string> = { ...(key !== null && { Authorization: `Bearer ${key}` }), ...named };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const sent = body === undefined ? null : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    const response = await fetch(`${baseUrl}${path}`, { method, headers, body: sent });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { notJson: text.slice(0, 100) };
  }
}

function isError({ body }: Answer): boolean {
  return Object.keys(body).join() === 'error' && typeof body.error === 'string';
}

function summary({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`;
}
