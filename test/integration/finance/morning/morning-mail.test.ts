import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { morningMail } from '../../../../functions/finance/morning/morning-mail.ts';
import { morningOn } from '../../../../functions/finance/wiring.ts';
import type { Merchant } from '../../../../functions/merchants/accounts/merchant.ts';
import { NO_MERCHANT } from '../../../../functions/payments/exceptions/exception.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { type SendMail, sesFrom } from '../../../../functions/runtime/ses.ts';
import { undeliveredMarks } from '../../../../functions/webhooks/undelivered.ts';
import { startMail } from '../../../../lib/local/engines/mail.ts';
import { crashAfter, stepping } from '../../../rig/crash.ts';
import { rig, freshResendTest as test } from '../../../rig/queues.ts';
import { putPaid } from '../../../rig/stored-deliveries.ts';
import { putException } from '../../../rig/stored-money.ts';
import { ACCOUNT, TABLES } from '../../../rig/tables.ts';
import { SETTLED_AT } from '../../../rig/webhook-records.ts';
import { accountsIn, merchantsIn, recordingLogger } from '../../../rig/wired.ts';

/** The mails of the local SES are files. The events are of 19 November. */

const MORNING_MS = Date.parse('2026-11-20T07:00:00Z');

let folder: string;
let mail: Awaited<ReturnType<typeof startMail>>;
let ses: SESv2Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'));
  mail = await startMail(join(folder, 'mail'), () => rig.time.nowMs);
  ses = new SESv2Client({ ...ACCOUNT, endpoint: mail.endpoint });
  return () => rmSync(folder, { recursive: true });
});
afterEach(async () => {
  ses.destroy();
  await mail.stop();
});

function run(dynamo = rig.dynamo, sendMail: SendMail = sesFrom('codes@pay.pt', ses), deadlineMs = Infinity) {
  const { logger, lines } = recordingLogger();
  const clients = { dynamo, clock: () => rig.time.nowMs, logger };
  const settings = { sendMail, alarmEmail: 'ops@pay.pt', pageUrl: 'https://pay.pt/dashboard' };
  return { lines, done: morningMail({ ...morningOn(clients, TABLES), ...settings })(deadlineMs) };
}

/** The mails since the last call. */
function mails(): string[] {
  const path = join(folder, 'mail');
  const names = existsSync(path) ? readdirSync(path).sort() : [];
  const texts = names.map((name) => readFileSync(join(path, name), 'utf8'));
  rmSync(path, { recursive: true, force: true });
  return texts;
}

async function merchant(
  merchantId: string,
  fields: Partial<Merchant> = {},
  status: 'active' | 'refused' = 'active',
): Promise<void> {
  const { merchants } = merchantsIn(rig.dynamo);
  const account = { merchantId, name: merchantId, status, bankAccount: 'main' } as const;
  await accountsIn(rig.dynamo, () => SETTLED_AT).create(account);
  const seen = await merchants.read(merchantId);
  if (seen && Object.keys(fields).length > 0) await merchants.replace(seen, fields);
}

const to = (address: string, language: 'pt' | 'en') => ({ mail: { address, language } });

function undelivered(merchantId: string, minute: number, outcome: 'expired' | 'timeout' = 'expired') {
  const settledAt = SETTLED_AT + minute * MINUTE_MS;
  const attempts = [{ id: 'a', startedAt: settledAt, durationMs: 5, outcome }];
  const marks = undeliveredMarks(merchantId, settledAt, 'not_delivered');
  return putPaid({ state: 'not_delivered', done: 4, attempts }, { merchantId, settledAt, ...marks });
}

const PORTUGUESE = `From: codes@pay.pt
To: ana@loja.pt
Subject: Payment Service: o dia de ontem precisa da sua atenção

Ontem não foram entregues 2 eventos (20,00 €). Último erro: O certificado do servidor expirou ou ainda não é válido: renove-o. Há mais 1 pagamento por rever.

https://pay.pt/dashboard

Pode desligar este e-mail na página da sua conta.

https://pay.pt/dashboard/settings/account
`;
const ENGLISH = `From: codes@pay.pt
To: bob@shop.example
Subject: Payment Service: yesterday needs your attention

Yesterday 1 event (€10.00) was not delivered. The last error: The server did not answer within 8 seconds: answer before long work, and check that no firewall drops the connection.

https://pay.pt/dashboard

Turn this mail off on your account page.

https://pay.pt/dashboard/settings/account
`;
const OPERATORS = `From: codes@pay.pt
To: ops@pay.pt
Subject: Payment Service: yesterday, all merchants

Yesterday 6 events (€60.00) were not delivered. 2 more payments need review.

https://pay.pt/dashboard
`;
const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

async function aBadDay(): Promise<void> {
  await merchant('mer_pt', to('ana@loja.pt', 'pt'));
  await merchant('mer_en', to('bob@shop.example', 'en'));
  await merchant('mer_off', { ...to('off@shop.example', 'en'), mailOff: true });
  await merchant('mer_unknown');
  await merchant('mer_refused', to('refused@shop.example', 'en'), 'refused');
  await merchant('mer_well', to('well@shop.example', 'en'));
  await undelivered('mer_en', 0, 'timeout');
  for (const [minute, merchantId] of ['mer_pt', 'mer_pt', 'mer_off', 'mer_unknown', 'mer_refused'].entries())
    await undelivered(merchantId, minute + 1);
  for (const merchantId of ['mer_pt', NO_MERCHANT])
    await putException(rig.dynamo, { merchantId, openedAt: SETTLED_AT });
  // Of the mail before, and of the next one.
  for (const openedAt of [MORNING_MS - DAY_MS - 1, MORNING_MS])
    await putException(rig.dynamo, { merchantId: 'mer_well', openedAt });
}

describe('the morning mail', () => {
  test('tells each merchant in its language, and the operators of all, once, from seven in Lisbon', async () => {
    await aBadDay();
    rig.time.nowMs = MORNING_MS - 1;
    await run().done;
    expect(mails()).toEqual([]);
    rig.time.nowMs = MORNING_MS;
    await run(rig.dynamo, sesFrom('codes@pay.pt', ses), MORNING_MS).done;
    expect(mails(), 'after its deadline the next run goes on').toEqual([]);
    const receivers: string[] = [];
    const send = sesFrom('codes@pay.pt', ses);
    const counting: SendMail = async (each) => {
      receivers.push(each.to);
      await send(each);
    };
    await Promise.all([run(rig.dynamo, counting).done, run(rig.dynamo, counting).done]);
    expect(receivers.toSorted(), 'of two runs at the same time').toEqual([...new Set(receivers)].sort());
    const sent = plain(mails());
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(expect.arrayContaining([PORTUGUESE, ENGLISH]));
    expect(sent.at(-1)).toBe(OPERATORS);
    const { lastMail } = (await merchantsIn(rig.dynamo).merchants.read('mer_en')) ?? {};
    expect(lastMail).toEqual({ day: '2026-11-19', text: ENGLISH.split('\n')[4] });
    rig.time.nowMs += HOUR_MS;
    await run().done;
    expect(mails(), 'of the same day').toEqual([]);
    rig.time.nowMs += DAY_MS;
    await run().done;
    const next = plain(mails());
    expect(next).toEqual([expect.stringMatching(/well@[\s\S]*\n1 more payment needs review\.\n/), expect.anything()]);
    rig.time.nowMs += DAY_MS;
    await run().done;
    expect(mails(), 'of a day without anything').toEqual([]);
  });

  test('that is refused is a line for the ticket, and keeps no other from its mail', async () => {
    await aBadDay();
    rig.time.nowMs = MORNING_MS;
    const send = sesFrom('codes@pay.pt', ses);
    const { lines, done } = run(rig.dynamo, async (each) => {
      if (each.to === 'ana@loja.pt') throw new Error('ana@loja.pt is on the suppression list');
      await send(each);
    });
    await done;
    expect(lines).toEqual([
      expect.objectContaining({ level: 'error', message: 'morning mail not sent', merchantId: 'mer_pt' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('ana@');
    const { lastMail } = (await merchantsIn(rig.dynamo).merchants.read('mer_pt')) ?? {};
    expect(lastMail, 'as the account page says').toMatchObject({ day: '2026-11-19', hasFailed: true });
    expect(plain(mails())).toEqual([ENGLISH, OPERATORS]);
  });

  test('is sent at most once after a crash at any step, and to all whom it had not reached', async () => {
    await merchant('mer_pt', to('ana@loja.pt', 'pt'));
    await merchant('mer_en', to('bob@shop.example', 'en'));
    let isCrashed = true;
    for (let steps = 0; isCrashed; steps += 1) {
      const minutes = (steps * DAY_MS) / MINUTE_MS;
      for (const merchantId of ['mer_pt', 'mer_en']) await undelivered(merchantId, minutes);
      rig.time.nowMs = MORNING_MS + steps * DAY_MS;
      isCrashed = await crashAfter(
        steps,
        (step) => run(stepping(rig.dynamo, step), (each) => step(() => sesFrom('codes@pay.pt', ses)(each))).done,
      );
      await run().done;
      const receivers = mails().map((text) => /To: (.*)/.exec(text)?.[1]);
      expect(new Set(receivers).size, `each once after ${steps} steps`).toBe(receivers.length);
      // A crash between the record and the sending loses one.
      expect(receivers.length, `after ${steps} steps`).toBeGreaterThanOrEqual(isCrashed ? 2 : 3);
    }
  });
});
