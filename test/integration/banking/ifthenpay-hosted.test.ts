import { describe, expect } from 'vitest';
import { type Shop, shopOf } from '../../e2e/support/shop.ts';
import { eventually } from '../../support/eventually.ts';
import { type HostedService, hostedTest as test } from '../../support/hosted-service.ts';

/** The complete service as `npm start` hosts it: two merchants, one on SIBS, one on ifthenpay. */
let service: HostedService;
let shop: Shop;
let logged: number;
let sibsShop: Shop;
test.beforeAll(async ({ hosted }) => {
  service = hosted;
  logged = service.log.length;
  sibsShop = await service.shop();
  const account = await service.accounts.create({
    name: 'Loja',
    status: 'active',
    bankAccount: 'sandbox-ifthenpay',
    webhookUrl: sibsShop.hook.url,
  });
  const baseUrl = `${service.host.url}/api/v1`;
  shop = shopOf(baseUrl, { account, hook: sibsShop.hook, localAddress: service.nextAddress() });
});

/** Reads the record, which no limit counts, then calls the status endpoint. */
const settled = async (at: Shop, transactionId: string) => {
  await eventually(async () => (await service.detail(transactionId)).status !== 'pending');
  return (await at.status(transactionId)).json;
};

describe('on the hosted service, a merchant on ifthenpay', () => {
  test('is paid by push, notified by callback, while another merchant is paid by SIBS', async () => {
    const [ours, theirs] = [await shop.init(), await sibsShop.init()];
    expect((await shop.mbway(ours, '910000000')).status).toBe(200);
    expect((await sibsShop.mbway(theirs, '910000000')).status).toBe(200);
    expect(await settled(shop, ours)).toMatchObject({ status: 'paid', paymentMethod: 'MBWAY' });
    expect(await settled(sibsShop, theirs)).toMatchObject({ status: 'paid' });
  }, 60_000);

  test('learns of a rejection within seconds, without a notification', async () => {
    const transactionId = await shop.init();
    expect((await shop.mbway(transactionId, '910000001')).status).toBe(200);
    expect(await settled(shop, transactionId)).toMatchObject({ status: 'failed' });
  }, 60_000);

  test('gets a reference, which is paid at the control endpoint', async () => {
    const transactionId = await shop.init();
    const { json } = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
    expect(json).toMatchObject({ entity: '11249', expiresAt: expect.stringMatching(/T2[23]:59:59\.000Z$/) });
    await service.control('POST', `/references/${json.entity}/${json.reference}/pay`);
    expect(await settled(shop, transactionId)).toMatchObject({ status: 'paid', paymentMethod: 'REFERENCE' });
  }, 60_000);

  test('is not paid by a forged callback, and no log contains a key', async () => {
    const transactionId = await shop.init();
    await shop.mbway(transactionId, '910000002');
    const query = 'key=made-up-made-up-made-up&orderId=w00000000000000&amount=10.50&requestId=x';
    const answer = await service.request('GET', `/api/bank/sandbox-ifthenpay/notifications?${query}`);
    expect(answer.status).toBe(400);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });
    const log = JSON.stringify(service.log.slice(logged));
    expect(log).toContain('bank notification rejected');
    expect(log).not.toMatch(/made-up|SIM-\d{6}|MBK-\d{6}|\b(\d{4}-){3}\d{4}\b|antiPhishing|key=/);
  }, 60_000);
});
