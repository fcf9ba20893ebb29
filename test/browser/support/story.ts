import { addViolation, newTally, type Tally } from '../../../functions/finance/audit/tally.ts';
import { VIOLATION_KINDS } from '../../../functions/finance/audit/violation.ts';
import { financeOn } from '../../../functions/finance/wiring.ts';
import { newRefund } from '../../../functions/payments/money/refund.ts';
import { paymentsOn } from '../../../functions/payments/wiring.ts';
import type { Shop } from '../../e2e/support/shop.ts';
import { eventually } from '../../support/eventually.ts';
import type { MerchantOf, World } from './world.ts';

/** A day of the demo shop: transaction ids by what became of them. */
export interface Story extends MerchantOf {
  /** ORDER-PAID, 10.50 by MB WAY; the shop answered 200. */
  paid: string;
  /** ORDER-FAILED, 12.00; the customer rejected it, the shop knows. */
  failed: string;
  /** ORDER-LOST, 25.00; paid, but the shop answered 500 four times. */
  lost: string;
  /**
   * ORDER-SKIPPED, 7.25; paid while the webhooks were off. Another 8.00 came, and the exception about it is closed:
   * 9.00 went back.
   */
  skipped: string;
  /** ORDER-REF, 45.99; a payment reference that nobody has paid yet. */
  reference: string;
  /** ORDER-TWICE, 30.00; paid by two transactions, which is an exception. */
  twice: [string, string];
  /** An order id that a spreadsheet would read as a formula; nothing was started. */
  formula: string;
}

// Later than any day that the service audits automatically.
const [AUDITED_BAD, AUDITED_CLEAN] = ['2099-12-30', '2099-12-31'] as const;

export const FORMULA_ORDER = '=HYPERLINK("http://evil.example";"x")';

/** Lives that day. The shop's server fails for ORDER-LOST only. */
export async function liveStory(world: World, merchant: MerchantOf): Promise<Story> {
  const { shop } = merchant;
  const { merchantId } = shop.account;
  const { hook } = shop;
  hook.answers = (number) =>
    orderOf(hook.requests[number - 1]?.body) === 'ORDER-LOST' ? { status: 500, body: 'shop is down' } : { status: 200 };
  await world.accounts.setWebhook(merchantId, { enabled: false });
  const skipped = await world.pushed(shop, 'approve', 7.25, 'ORDER-SKIPPED');
  await world.delivered(skipped, 'skipped');
  await world.accounts.setWebhook(merchantId, { enabled: true });
  const [lost, paid, failed, reference, formula, ...twice] = await Promise.all([
    world.pushed(shop, 'approve', 25, 'ORDER-LOST'),
    world.pushed(shop, 'approve', 10.5, 'ORDER-PAID'),
    world.pushed(shop, 'reject', 12, 'ORDER-FAILED'),
    referenced(shop),
    shop.init(3, FORMULA_ORDER),
    world.pushed(shop, 'approve', 30, 'ORDER-TWICE'),
    world.pushed(shop, 'approve', 30, 'ORDER-TWICE'),
  ]);
  await Promise.all([
    world.delivered(lost, 'not_delivered'),
    ...[paid, failed, ...twice].map((id) => world.delivered(id, 'delivered')),
    eventually(async () => {
      const details = await Promise.all(twice.map((id) => world.detail(id)));
      return details.some(({ exceptions }) => exceptions.length > 0);
    }),
  ]);
  await closedException(world, merchant, skipped);
  await refunded(world, skipped, { returnId: 'BANK-9', cents: 900 });
  await world.counted();
  await auditedNights(world, merchant, paid);
  return { ...merchant, paid, failed, lost, skipped, reference, formula, twice: [twice[0] ?? '', twice[1] ?? ''] };
}

/** More came than was asked for, and went back. */
async function closedException({ payments }: World, { shop }: MerchantOf, transactionId: string) {
  const about = { merchantId: shop.account.merchantId, bankAccount: 'sandbox', bankId: 'BANK-8', noticeId: null };
  const money = { expectedCents: 725, receivedCents: 800 };
  await payments.recordException({ kind: 'overpaid', transactionId, ...about, ...money });
  const name = { transactionId, exceptionId: 'overpaid#BANK-8#800' };
  const closing = { outcome: 'refunded', note: 'What was too much went back', by: 'ana@demo.example' } as const;
  await payments.exceptionWrites.close(name, closing);
}

/** The bank reports that it returned money just now. */
export async function refunded(
  { client, payments, transactionsTable: transactions, host }: World,
  transactionId: string,
  { returnId, cents }: { returnId: string; cents: number },
): Promise<void> {
  const transaction = await payments.read(transactionId, true);
  if (!transaction) throw new Error(`no transaction ${transactionId}`);
  const atMs = host.nowMs();
  const bank = { kind: 'refund', type: 'RFND', originalBankId: null, noticeId: returnId } as const;
  const reported = { ...bank, returnId, amountCents: cents, returnedAtMs: atMs, transactionId };
  await paymentsOn({ dynamo: client, clock: () => atMs }, { transactions }).recordRefund(
    newRefund(reported, transaction, atMs),
  );
}

/** A clean night, the newest, and before it one with a violation of each kind. */
async function auditedNights({ client, outputs }: World, { shop }: MerchantOf, transactionId: string) {
  const { auditResults: results } = financeOn({ dynamo: client }, { totals: outputs.TotalsTable ?? '' });
  const night = (day: string, tally: Tally) => results.saveResult({ day, startedAt: 0, finishedAt: 0, tally });
  const bad = { ...newTally(), checked: 7, payments: 5 };
  for (const kind of VIOLATION_KINDS) {
    const detail =
      'evt_0123456789abcdef01234567, series 1: attempt 2 was 1801 ms early; paid.MBWAY.paid: counted 1 (1000 cents)';
    addViolation(bad, { kind, transactionId, merchantId: shop.account.merchantId, detail }, AUDITED_BAD);
  }
  await night(AUDITED_BAD, bad);
  await night(AUDITED_CLEAN, { ...newTally(), checked: 3, payments: 2 });
}

async function referenced(shop: Shop): Promise<string> {
  const id = await shop.init(45.99, 'ORDER-REF');
  const { status, text } = await shop.call('POST', '/payments/multibanco', { body: { transactionId: id } });
  if (status !== 200) throw new Error(`multibanco: ${status} ${text}`);
  return id;
}

function orderOf(body: Buffer | undefined): string {
  const payload = JSON.parse(body?.toString() ?? '{}') as { data?: { externalOrderId?: string } };
  return payload.data?.externalOrderId ?? '';
}
