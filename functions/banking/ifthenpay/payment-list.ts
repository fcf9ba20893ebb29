import type { Clock } from '../../runtime/clock.ts';
import { lisbonWallMs } from '../../runtime/lisbon.ts';
import type { ListedPayment, PaymentList } from '../bank.ts';
import { readPayments } from './answers.ts';
import type { IfthenpayGateway } from './gateway.ts';
import { methodOfOrder } from './ids.ts';
import { wallTextOf } from './time.ts';

/** The provider answers no more, the newest: a full page may not be all. */
export const FULL_PAGE = 1_000;

const SECOND_MS = 1_000;

/** ifthenpay's list of received payments. */
export function paymentList(gateway: Pick<IfthenpayGateway, 'payments'>, clock: Clock): PaymentList {
  const ask = async (query: Parameters<IfthenpayGateway['payments']>[0]) =>
    readPayments(await gateway.payments(query), clock());

  /**
   * Both ends are included, to the second, in the local time of Lisbon: so the repeated hour of October is in one period.
   * A full page is split in the middle, until a second is full.
   */
  async function read(fromWallMs: number, lastWallMs: number): Promise<ListedPayment[] | null> {
    const page = await ask({ dateStart: wallTextOf(fromWallMs), dateEnd: wallTextOf(lastWallMs) });
    if (!page || page.length < FULL_PAGE) return page;
    const seconds = Math.floor((lastWallMs - fromWallMs) / SECOND_MS);
    if (seconds < 1) return null;
    const middleMs = fromWallMs + Math.floor(seconds / 2) * SECOND_MS;
    const earlier = await read(fromWallMs, middleMs);
    const later = earlier && (await read(middleMs + SECOND_MS, lastWallMs));
    return later && [...earlier, ...later];
  }

  return {
    async of(bankId) {
      if (bankId === '') return null;
      const listed = (await ask({ orderId: bankId }))?.filter((each) => each.bankId === bankId) ?? null;
      // A payment without an order id has the provider's id.
      if (listed?.length !== 0 || methodOfOrder(bankId) !== null) return listed;
      return (await ask({ requestId: bankId }))?.filter((each) => each.bankId === bankId) ?? null;
    },
    async between(fromMs, toMs) {
      const listed = await read(lisbonWallMs(fromMs), lisbonWallMs(toMs - SECOND_MS));
      return listed?.filter(({ atMs }) => atMs === null || (atMs >= fromMs && atMs < toMs)) ?? null;
    },
  };
}
