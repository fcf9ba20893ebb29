import type { SoakCounts } from './counts.ts';
import { CHARACTER_NAMES } from './shops.ts';
import { RATES } from './trouble.ts';

const percent = (rate: number) => `${Number((rate * 100).toFixed(3))} %`;

export const HELP = `A simulated day of payments while things go wrong at random; then every payment is held against the bank and the merchants.

  npm run soak -- [--hours 24] [--seed 1] [--quick] [--plant]

  --hours <n>   simulated hours of traffic, at most 48 (24)
  --seed <n>    another day: other customers, faults and crashes (1)
  --quick       2 hours
  --plant       afterwards one violation of each kind is planted, and the nightly audit must find them and nothing else
  --help        this text

The functions are the real ones: authorizer with its metering, init, mbway and multibanco as the merchant calls them, the bank's
notifications, relay, deliver, and the sweep each minute. Table with its stream, queues and secrets are the embedded engines; requests go through proxies that can
break them, and webhooks are signed, sent over TLS and checked by servers that know the secret. What has no engine
is played: the bank is scripted, and stream reader, queue consumers, schedule and all timers follow a movable clock, so that a day takes minutes.
When the traffic ends the clock goes on until nothing is due: payments that were never started are cancelled after 30 days.

Customers  pay, decline, let the time pass, pay after all when the payment had failed or was cancelled (also while
           that event is still being delivered), pay a reference hours later or never, or leave before choosing a method.
Bank       forgets some notices, so that only the sweep finds out; repeats others; repeats what was not acknowledged.
Merchants  ${CHARACTER_NAMES.slice(0, 4).join(', ')},
           ${CHARACTER_NAMES.slice(4).join(', ')}.
Faults     ${percent(RATES.fault)} of requests and of POSTs that would succeed: throttled, refused, cut off before or after the work, never answered.
Crashes    ${percent(RATES.crash)} of the points before and after each call end that invocation; ${percent(RATES.restart)} end all that are under way, with
           all they remember (a restart).
Queues     lose ${percent(RATES.lost)} of batches, stream records too, and hand ${percent(RATES.twice)} to two consumers at once.

Not simulated: API Gateway, resends and test webhooks, several consumers of one queue beside each other, the
deliver function taking further messages by itself, messages out of order, and time-outs of POSTs but those of the merchant who never answers.

payments         transactions, those included whose creation was never answered
events in        changes of status; each has one delivery, which ended delivered, not delivered, skipped or superseded
repeated POSTs   beyond the recorded attempts; excused: the messages whose consumer died, that were handed out twice, and the faults
dead letters     messages received five times in vain; what they were about is still reckoned with
lost             a payment whose status is not the bank's last word; a delivery that has not ended; a merchant who is healthy and was not
                 told, or any other end that this merchant cannot have brought about
wrong            a signature, payload, order or amount that is not right; a success before the money; a retry before its time; a fifth
                 attempt; an attempt recorded that was never made; two starts at the bank; more repeats than are excused

The same seed gives the same customers, at the same times, and the same decisions of the bank. Which of the faults and crashes
hits which call differs from run to run, since what is under way at the same time does not always go in the same order; ids differ.

At the end the nightly audit judges every day of the soak, with what the bank was paid as the bank’s file and totals rebuilt before,
since no function keeps the books here.

Exit 0 when lost and wrong are 0 and the audit finds what was planted and no more, 1 when not, 2 for arguments that are not understood.
`;

/** The figures of a soak, a line for each. */
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
    ['crashes', counts.crashes, `${counts.restarts} restarts caused some of them`],
    ['faults', counts.faults],
    ['lost by queues', counts.lostBatches],
    ['handed out twice', counts.duplicates],
    ['dead letters', counts.deadLetters],
    ['lost', counts.lost, 'must be 0'],
    ['wrong', counts.wrong, 'must be 0'],
  ];
  return rows.map(([name, value, note]) => `${name.padEnd(18)}${String(value).padStart(8)}${note ? `  ${note}` : ''}`);
}
