import { onPayment, pay } from './payments.ts';
import { advance, control, type Shop, type Stage } from './stage.ts';
import { readTables } from './tables.ts';

const TROUBLES = ['unavailable', 'too-many', 'unauthorized', 'html', 'business-error', 'lost-answer', 'late-html'];
const ACTIONS = ['approve', 'reject', 'approve-late', 'duplicate', 'reorder', 'forge', 'refund', 'annul'];
const ONE = 'GET /control/payments/{transactionId}';
const PAY = 'POST /control/references/{entity}/{reference}/pay';
const TROUBLE = 'POST /control/trouble';

/** Every control of the simulated bank, and its refusals. */
export async function playControls(stage: Stage, shop: Shop, issued: Shop & { id: string }): Promise<void> {
  await control(stage, 'GET /control');
  await control(stage, 'GET /control/payments');
  const paid = await pay(stage, shop);
  await control(stage, ONE, ONE.replace('{transactionId}', paid));
  await control(stage, ONE, ONE.replace('{transactionId}', 'none'));
  for (const action of ACTIONS) await control(stage, ...onPayment(action, 'tx_000000000000000000000000'));
  await control(stage, ...onPayment('reject', paid));
  for (const action of ['duplicate', 'reorder', 'forge', 'annul']) await control(stage, ...onPayment(action, paid));
  // Of two returns of one second their ids decide which of them is the earlier.
  await advance(stage, { advanceMs: 2_000 });
  await control(stage, ...onPayment('refund', paid), { amount: 1.5 });
  await control(stage, ...onPayment('refund', paid), { amount: 'x' });
  const { json } = await stage.service.call('GET', `/api/v1/payments/status?transactionId=${issued.id}`, {
    key: issued.apiKey,
  });
  const { entity, reference } = json.mb as unknown as { entity: string; reference: string };
  const path = PAY.replace('{entity}', entity).replace('{reference}', reference);
  await control(stage, PAY, path, { amount: 'x' });
  await control(stage, PAY, path, { amount: 9.99 });
  await control(stage, PAY, path);
  await advance(stage, { advanceMs: 0 });
  await control(stage, `${PAY}-again`, `${path}-again`, { amount: 9.99 });
  await control(stage, `${PAY}-again`, `${PAY}-again`);
  for (const trouble of TROUBLES) await control(stage, TROUBLE, TROUBLE, { trouble, calls: 1 });
  // One for a number of calls stores more than one for a time.
  await readTables(stage);
  await control(stage, TROUBLE, TROUBLE, { trouble: 'unavailable', seconds: 30 });
  await control(stage, TROUBLE, TROUBLE, { trouble: 'none' });
  await control(stage, TROUBLE, TROUBLE, { trouble: 'other' });
  await control(stage, 'GET /control/trouble');
  const test = 'POST /control/ifthenpay/{account}/{method}/test';
  await control(stage, test, test.replace('{account}', 'sandbox-ifthenpay').replace('{method}', 'MBWAY'));
  await control(stage, test);
  await control(stage, 'POST /control/ifthenpay', 'POST /control/ifthenpay', {
    unfilled: ['STATUS'],
    listTimes: 'seconds',
  });
  await control(stage, 'POST /control/ifthenpay', 'POST /control/ifthenpay', { unfilled: 'x' });
  await control(stage, 'GET /control/ifthenpay');
  await control(stage, 'POST /control/ifthenpay', 'POST /control/ifthenpay', {});
}

/** The banks' own protocols are there: without credentials each of their routes refuses. */
const BANK_ROUTES = [
  'POST /sibs/spg/v2/payments',
  'POST /sibs/spg/v2/payments/none/mbway-id/purchase',
  'POST /sibs/spg/v2/payments/none/service-reference/generate',
  'GET /sibs/spg/v2/payments/none/status',
  'GET /sibs/spg/v2/payments/status',
  ...['/ifthenpay', '/ifthenpay/api'].flatMap((base) => [
    `POST ${base}/spg/payment/mbway`,
    `GET ${base}/spg/payment/mbway/status`,
    `POST ${base}/multibanco/reference/init`,
    `POST ${base}/v2/payments/read`,
    `POST ${base}/endpoint/callback/activation`,
  ]),
];

export async function playBankRoutes({ service, met }: Stage): Promise<void> {
  for (const route of BANK_ROUTES) {
    const [method = '', path = ''] = route.split(' ');
    const { status, json } = await service.call(method, `/simulator${path}`, method === 'POST' ? { body: {} } : {});
    met.add(`simulator ${route}: ${status}`, json);
  }
}
