import { receiveMoney } from '../../../functions/payments/settle/receive.ts';
import { paymentsOn } from '../../../functions/payments/wiring.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import type { HostedService, MerchantOf } from './hosted-service.ts';
import type { Shop } from './shop.ts';

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
  /** Its entity and reference, as the shop shows them to the customer. */
  mb: { entity: string; reference: string };
  /** ORDER-TWICE, 30.00; paid by two transactions, which is an exception. */
  twice: [string, string];
  /** The Lisbon day of it all, by the service's clock. */
  day: string;
  /** An order id that a spreadsheet would read as a formula; nothing was started. */
  formula: string;
}

export const FORMULA_ORDER = '=HYPERLINK("http://evil.example";"x")';

/** Lives that day. The shop's server fails for ORDER-LOST only. */
export async function liveStory(hosted: HostedService, merchant: MerchantOf): Promise<Story> {
  const { shop } = merchant;
  const { merchantId } = shop.account;
  const { hook } = shop;
  const day = lisbonDayName(hosted.host.nowMs());
  hook.answers = (number) =>
    orderOf(hook.requests[number - 1]?.body) === 'ORDER-LOST' ? { status: 500, body: 'shop is down' } : { status: 200 };
  await hosted.accounts.setWebhook(merchantId, { enabled: false });
  const skipped = await shop.paid(7.25, 'ORDER-SKIPPED');
  await hosted.delivered(skipped, 'skipped');
  await hosted.accounts.setWebhook(merchantId, { enabled: true });
  const [lost, paid, failed, { reference, mb }, formula, ...twice] = await Promise.all([
    shop.paid(25, 'ORDER-LOST'),
    shop.paid(10.5, 'ORDER-PAID'),
    shop.rejected(12, 'ORDER-FAILED'),
    referenced(shop),
    shop.init(3, FORMULA_ORDER),
    shop.paid(30, 'ORDER-TWICE'),
    shop.paid(30, 'ORDER-TWICE'),
  ]);
  await Promise.all([
    hosted.delivered(lost, 'not_delivered'),
    ...[paid, failed, ...twice].map((id) => hosted.delivered(id, 'delivered')),
  ]);
  await closedException(hosted, merchant, skipped);
  await refunded(hosted, skipped, { returnId: 'BANK-9', cents: 900 });
  await paidTwice(hosted, merchant, twice);
  const pair: Story['twice'] = [twice[0] ?? '', twice[1] ?? ''];
  return { day, ...merchant, paid, failed, lost, skipped, reference, mb, formula, twice: pair };
}

/** Another 8.00 came, under a name of its own, and a person has closed its exception. */
async function closedException(hosted: HostedService, _: MerchantOf, transactionId: string) {
  const { client, payments, transactionsTable: transactions, host } = hosted;
  const transaction = await payments.read(transactionId, true);
  const bankId = transaction?.attempts[0]?.bankId ?? '';
  const atMs = host.nowMs();
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const on = paymentsOn({ dynamo: client, clock: () => atMs }, { transactions });
  const proven = { cents: 800, atMs, name: 'BANK-8' };
  await receiveMoney({ ...on, logger }, { transactionId, bankAccount: 'sandbox' }, { bankId, proven });
  const name = { transactionId, exceptionId: `money#${bankId}#BANK-8` };
  const closing = { outcome: 'refunded', note: 'What was too much went back', by: 'ana@demo.example' } as const;
  await payments.exceptionWrites.close(name, closing);
}

/** The later of two paid transactions of an order, as the night finds it. */
async function paidTwice({ payments }: HostedService, { shop }: MerchantOf, twice: readonly string[]) {
  const [siblingId = '', transactionId = ''] = twice;
  const about = { merchantId: shop.account.merchantId, bankAccount: 'sandbox', bankId: 'BANK-7', noticeId: null };
  await payments.recordQuestion({ kind: 'order-paid-twice', transactionId, ...about, expectedCents: 3_000, siblingId });
}

/** The bank reports that it returned money just now. */
export async function refunded(
  { client, payments, transactionsTable: transactions, host }: HostedService,
  transactionId: string,
  { returnId, cents }: { returnId: string; cents: number },
): Promise<void> {
  const transaction = await payments.read(transactionId, true);
  if (!transaction) throw new Error(`no transaction ${transactionId}`);
  const atMs = host.nowMs();
  const facts = {
    kind: 'refund',
    type: 'RFND',
    originalBankId: null,
    noticeId: returnId,
    bankAccount: 'sandbox',
  } as const;
  await paymentsOn({ dynamo: client, clock: () => atMs }, { transactions }).recordRefund(
    { ...facts, transactionId, refundId: returnId, returnedCents: cents, returnedAt: atMs, recordedAt: atMs },
    transaction,
  );
}

async function referenced(shop: Shop): Promise<Pick<Story, 'reference' | 'mb'>> {
  const reference = await shop.init(45.99, 'ORDER-REF');
  const body = { transactionId: reference };
  const { status, text } = await shop.call('POST', '/payments/multibanco', { body });
  if (status !== 200) throw new Error(`multibanco: ${status} ${text}`);
  return { reference, mb: JSON.parse(text) };
}

function orderOf(body: Buffer | undefined): string {
  const payload = JSON.parse(body?.toString() ?? '{}') as { data?: { externalOrderId?: string } };
  return payload.data?.externalOrderId ?? '';
}
