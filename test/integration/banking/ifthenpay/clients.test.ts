import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { simulated, simulatedTest } from '../../../rig/banks/simulated.ts';

const test = simulatedTest('ifthenpay');

/** Calls of the official clients, and what their callback URLs carry once paid (fixtures/ifthenpay/README.md). */
interface Client {
  client: string;
  calls: Call[];
  activations?: (Call & { carries: Record<string, string> })[];
}
interface Call {
  url: string;
  type: string;
  body: Record<string, unknown>;
}
const FILE = join(import.meta.dirname, '..', 'fixtures', 'ifthenpay', 'clients.json');
const CLIENTS: Client[] = JSON.parse(readFileSync(FILE, 'utf8'));
const calls = CLIENTS.flatMap(({ client, calls: made }) => made.map((call): [string, Call] => [client, call]));
const activations = CLIENTS.flatMap(({ client, activations: made = [] }) =>
  made.map((call): [string, (typeof made)[number]] => [client, call]),
);

/** Sends a call to the simulator, whose two bases are ifthenpay's two addresses. */
async function send({ url, type, body }: Call) {
  const address = url
    .replace('https://api.ifthenpay.com', `${simulated.url}/ifthenpay`)
    .replace(/^https:\/\/(www\.)?ifthenpay\.com/, `${simulated.url}/ifthenpay`);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}
const pay = async (call: Call) => JSON.parse((await send(call)).text) as Record<string, string>;

describe('the simulated ifthenpay accepts the calls of the official clients', () => {
  test.each(calls)('%s: %j', async (_, call) => {
    const answer = await pay(call);
    expect(answer).toMatchObject({
      Status: call.body.mbKey ? '0' : '000',
      Amount: Number(call.body.amount).toFixed(2),
      OrderId: String(call.body.orderId),
      RequestId: expect.stringMatching(/^\w{20}$/),
    });
    const days = call.body.expiryDays;
    // The clients read an empty date as a reference without an end.
    if (call.body.mbKey) expect(answer.ExpiryDate).toMatch(days == null ? /^$/ : /^\d\d-\d\d-\d{4}$/);
  });

  test('a reference without an end can be paid after two years', async () => {
    const body = { mbKey: 'MBK-000000', orderId: 'no-end', amount: '10.99' };
    const { Entity, Reference } = await pay({
      ...{ url: 'https://api.ifthenpay.com/multibanco/reference/init', type: 'application/json' },
      body,
    });
    await simulated.pass(2 * 366 * DAY_MS);
    const paid = await simulated.control('POST', `/references/${Entity}/${Reference}/pay`);
    expect(paid).toMatchObject({ status: 'Success' });
  });

  test.each(activations)('%s: an activation, and its callback: %j', async (_, { carries, ...call }) => {
    const { origin } = new URL(simulated.merchantUrl);
    const urlCb = String(call.body.urlCb).replace(/^https:\/\/[^/]+/, origin);
    expect(await send({ ...call, body: { ...call.body, urlCb } })).toEqual({
      status: 200,
      text: expect.stringMatching(/^OK:/),
    });
    simulated.reset();
    const isPush = call.body.entidade === 'MBWAY';
    const start = isPush
      ? { mbWayKey: 'ABC-123456', orderId: 'ORDER-1', amount: '10.50', mobileNumber: '351#910000000' }
      : { mbKey: 'MBK-000000', orderId: 'ORDER-1', amount: '10.50', expiryDays: 3 };
    const path = isPush ? '/spg/payment/mbway' : '/multibanco/reference/init';
    const started = await pay({ url: `https://api.ifthenpay.com${path}`, type: 'application/json', body: start });
    if (!isPush) await simulated.control('POST', `/references/11249/${started.Reference}/pay`);
    await simulated.pass(2_000);
    const marks: Record<string, unknown> = {
      key: call.body.apKey ?? call.body.antiPhishingKey,
      order: 'ORDER-1',
      request: started.RequestId,
      amount: '10.50',
      reference: started.Reference,
      time: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
    };
    const expected = Object.entries(carries).map(([name, mark]) => [name, marks[mark] ?? mark]);
    const others = Object.fromEntries([...new URL(urlCb).searchParams].filter(([name]) => !(name in carries)));
    expect(simulated.notifications().map(({ query }) => query)).toEqual([
      { ...others, ...Object.fromEntries(expected) },
    ]);
  });
});
