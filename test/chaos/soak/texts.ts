import type { SoakCounts } from './counts.ts';
import { CHARACTER_NAMES } from './shops.ts';
import { RATES } from './trouble.ts';

const percent = (rate: number) => `${Number((rate * 100).toFixed(3))} %`;

export const HELP = `Simulates a day of payments with random faults, then compares each payment with bank and merchants.

  npm run soak -- [--hours 24] [--seed 1] [--quick] [--plant]

  --hours <n>   simulated hours of traffic, at most 48 (24)
  --seed <n>    draws other customers, faults and crashes (1)
  --quick       2 hours
  --plant       plants one violation of each kind afterwards; the nightly audit must find exactly these
  --help        this text

The functions are the real ones: the authorizer with its metering, init, mbway, multibanco, the bank's notifications,
relay, deliver, and the sweep each minute. The table with its stream, the queues and the secrets are the embedded
engines, behind proxies that inject faults. Webhooks are signed, sent over TLS and verified by the receiving servers.
The bank is scripted. Stream reader, queue consumers, schedule and timers follow a movable clock, so that a day takes
minutes. After the traffic the clock continues until nothing is due: payments that were never started are cancelled
after 30 days.

Customers  pay, decline, let the window pass, pay after the payment has failed or was cancelled (also while that event
           is still being delivered), pay a reference hours later or never, or leave before choosing a method.
Bank       loses some notifications, so that only the sweep finds out; repeats others, and all that were not
           acknowledged.
Merchants  ${CHARACTER_NAMES.slice(0, 4).join(', ')},
           ${CHARACTER_NAMES.slice(4).join(', ')}.
Faults     ${percent(RATES.fault)} of requests and of POSTs that would succeed: throttled, refused, reset before or
           after the effect, or never answered.
Crashes    ${percent(RATES.crash)} of the points before and after each call end that invocation;
           ${percent(RATES.restart)} end all invocations and their caches (a restart).
Queues     ${percent(RATES.lost)} of batches, including stream records, are lost;
           ${percent(RATES.twice)} are passed to two consumers at the same time.

Not simulated: API Gateway, resends and test webhooks, concurrent consumers of one queue, polling for more messages
during an invocation, messages out of order, and timeouts of POSTs except at the merchant that never answers.

payments         transactions, including those whose creation was never answered
events in        changes of status; each has one delivery: delivered, not delivered, skipped or superseded
repeated POSTs   beyond the recorded attempts; excused: messages whose consumer crashed or that were passed to two
                 consumers, and the faults
dead letters     messages received five times without success; their payments are checked too
lost             a status that differs from the bank's; a delivery that has not ended; a healthy merchant that was not
                 notified, or an end state that the merchant's behaviour cannot cause
wrong            a wrong signature, payload, order or amount; a success before the money; an early retry; a fifth
                 attempt; a recorded attempt that was never made; two starts at the bank; more repeats than are excused

The same seed gives the same customers at the same times and the same decisions of the bank. Which call meets which
fault differs from run to run, because concurrent work does not always run in the same order. Ids differ too.

At the end the nightly audit checks every day of the soak. The bank's payments serve as the bank's file, and the totals
are rebuilt first.

Exit status: 0 when lost and wrong are 0 and the audit finds exactly the planted violations, 1 otherwise, 2 for invalid
arguments.
`;

/** The figures of a soak, one line each. */
export function figures(counts: SoakCounts): string[] {
  const rows: [string, number, string?][] = [
    ['payments', counts.payments],
    ['events in', counts.events],
    ['delivered', counts.delivered],
    ['not delivered', counts.not_delivered],
    ['skipped', counts.skipped],
    ['superseded', counts.superseded],
    ['POSTs', counts.posts],
    ['repeated POSTs', counts.repeated, `of ${counts.excused} excused`],
    ['crashes', counts.crashes, `some of them by ${counts.restarts} restarts`],
    ['faults', counts.faults],
    ['lost by queues', counts.lostBatches],
    ['received twice', counts.duplicates],
    ['dead letters', counts.deadLetters],
    ['lost', counts.lost, 'must be 0'],
    ['wrong', counts.wrong, 'must be 0'],
  ];
  return rows.map(([name, value, note]) => `${name.padEnd(18)}${String(value).padStart(8)}${note ? `  ${note}` : ''}`);
}
