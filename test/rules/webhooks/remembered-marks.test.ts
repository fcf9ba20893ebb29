import { expect, test } from 'vitest';
import { rememberedMarks } from '../../../functions/webhooks/endpoint/webhook-endpoint.ts';

const AT = 1_700_000_000_000;
const HALF_A_MINUTE = 30_000;
const TEN_MINUTES = 600_000;

function marked({ isAway = () => false }: { isAway?: () => boolean } = {}) {
  const written: [merchantId: string, untilMs: number][] = [];
  const endpoints = rememberedMarks({
    read: async () => undefined,
    markSlow: async (merchantId, untilMs) => {
      if (isAway()) throw new Error('throttled');
      written.push([merchantId, untilMs]);
    },
  });
  return { endpoints, written };
}

test('a hundred POSTs that hang at the same time mark their merchant once', async () => {
  const { endpoints, written } = marked();
  const marks = Array.from({ length: 100 }, (_, n) => endpoints.markSlow('mer_1', AT + HALF_A_MINUTE + n * 80));
  await Promise.all(marks);
  expect(written).toEqual([['mer_1', AT + HALF_A_MINUTE]]);
});

test('each merchant has its own mark', async () => {
  const { endpoints, written } = marked();
  for (const merchantId of ['mer_1', 'mer_2', 'mer_1']) await endpoints.markSlow(merchantId, AT);
  expect(written).toEqual([
    ['mer_1', AT],
    ['mer_2', AT],
  ]);
});

test('a mark that ends later is written, and no shorter one after it', async () => {
  const { endpoints, written } = marked();
  await endpoints.markSlow('mer_1', AT + HALF_A_MINUTE);
  await endpoints.markSlow('mer_1', AT + TEN_MINUTES);
  await endpoints.markSlow('mer_1', AT + HALF_A_MINUTE + 20_000);
  expect(written.map(([, untilMs]) => untilMs - AT)).toEqual([HALF_A_MINUTE, TEN_MINUTES]);
});

test('a mark that could not be written is retried by the next', async () => {
  let isAway = true;
  const { endpoints, written } = marked({ isAway: () => isAway });
  await expect(endpoints.markSlow('mer_1', AT)).rejects.toThrow('throttled');
  isAway = false;
  await endpoints.markSlow('mer_1', AT + 80);
  expect(written).toEqual([['mer_1', AT + 80]]);
});
