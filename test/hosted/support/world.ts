import { linkUserOn } from '../../../functions/dashboard/wiring.ts';
import { subjectOf } from '../../../lib/local/issuer/users.ts';
import { eventually } from '../../support/eventually.ts';
import type { HostedService } from './hosted-service.ts';
import type { Shop } from './shop.ts';

export type World = ReturnType<typeof worldOf>;

/** A merchant with a person who signs in as `email`. */
export interface MerchantOf {
  email: string;
  shop: Shop;
}

/** Of the three who are there from the start. */
export const DEMO = {
  merchant: 'merchant@demo.example',
  finance: 'finance@demo.example',
  operator: 'operator@demo.example',
} as const;

/** More than the delays of four attempts. */
const ATTEMPTS_MS = 10_000;

/** The worker's service with its dashboard, and merchants who use it. */
export function worldOf(service: HostedService) {
  let people = 0;
  const newEmail = (): string => {
    people += 1;
    return `person-${people}@shop.example`;
  };
  const link = (email: string, { account }: Shop) =>
    linkUserOn(
      { dynamo: service.client },
      { merchants: service.outputs.MerchantsTable ?? '' },
    )({
      userId: subjectOf(email),
      merchantId: account.merchantId,
      linkedAt: service.host.nowMs(),
    });
  return {
    ...service,
    /** An address that nobody has signed up with. */
    newEmail,
    /** An account of its own, so that no test sees what another does. */
    merchant: async (
      status: Parameters<typeof service.shop>[0] = 'active',
      email = newEmail(),
    ): Promise<MerchantOf> => {
      const shop = await service.shop(status);
      await link(email, shop);
      return { email, shop };
    },
    /** A push payment that the customer has approved or rejected; resolves when the status says so. Answers its id. */
    pushed: async (shop: Shop, outcome: 'approve' | 'reject', amount = 10.5, orderId = 'ORDER-1'): Promise<string> => {
      const id = await shop.init(amount, orderId);
      // This customer does nothing until a control call.
      await shop.mbway(id, '910000002');
      await service.control('POST', `/payments/${id}/${outcome}`);
      await eventually(async () => (await shop.status(id)).json.status !== 'pending');
      return id;
    },
    /** Moves the clock on until attempts that follow others have been made. */
    attempted: () => service.host.advance(ATTEMPTS_MS),
    /** Resolves when the delivery of the transaction's event has ended so. */
    delivered: async (id: string, state: 'delivered' | 'not_delivered' | 'skipped') => {
      if (state === 'not_delivered') await service.host.advance(ATTEMPTS_MS);
      await eventually(async () => {
        const { settlements } = await service.detail(id);
        return settlements.at(-1)?.delivery?.state === state;
      });
    },
  };
}
