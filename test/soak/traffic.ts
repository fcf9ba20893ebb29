import type { Stepper } from '../faults/stepper.ts';
import { bankDecides, openPayment, type Payment } from '../faults/story.ts';
import type { World } from '../faults/world.ts';
import type { SoakShop } from './shops.ts';

export interface SoakPayment extends Payment {
  shop: SoakShop;
}

const MINUTE_MS = 60_000;

// Shares of what customers and the bank do.
const SHARES = { declined: 0.08, timedOut: 0.07, late: 0.05, unnoticed: 0.03, noticedTwice: 0.02 };

/** One customer pays, or not: opens a payment and plans what the bank will do about it. */
export async function oneCustomer(
  { world, stepper, random }: { world: World; stepper: Stepper; random: () => number },
  shop: SoakShop,
): Promise<SoakPayment> {
  const payment = await openPayment(world, shop, 1 + Math.floor(random() * 99_999));
  const decide = (outcome: 'paid' | 'declined' | 'timed-out', afterMs: number) => {
    const deed = bankDecides(world, payment, outcome, world.time.nowMs + Math.floor(afterMs));
    // What the bank forgets to say, the sweep must ask for.
    const notice = random() < SHARES.unnoticed && outcome !== 'paid' ? undefined : deed.run;
    const known = world.bank.payments.get(payment.bankId);
    stepper.deeds.push({
      ...deed,
      run: async () => {
        if (known) known.outcome = outcome;
        return notice ? notice() : true;
      },
    });
    if (random() < SHARES.noticedTwice) stepper.deeds.push({ ...deed, atMs: deed.atMs + 1_000 });
  };
  const draw = random();
  const soonMs = 2_000 + random() * 3 * MINUTE_MS;
  if (draw < SHARES.declined) decide('declined', soonMs);
  else if (draw < SHARES.declined + SHARES.timedOut) decide('timed-out', 4 * MINUTE_MS);
  else if (draw < SHARES.declined + SHARES.timedOut + SHARES.late) {
    decide('declined', soonMs);
    // Some while the first event is still being tried, some long after.
    decide('paid', soonMs + (random() < 0.5 ? 1_500 : random() * 20 * MINUTE_MS));
  } else decide('paid', soonMs);
  return { ...payment, shop };
}
