import { EVENT_OF_STATUS } from '../../../../functions/webhooks/event-kind.ts';
import { Figure } from '../../components/figure.tsx';
import { addEuros } from '../../i18n/add-euros.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import type { Undelivered } from './undelivered-columns.tsx';
import { undeliveredWords } from './words.ts';

interface UndeliveredFiguresProps {
  events: readonly Undelivered[];
  /** There are no others: else the figures are lower bounds. */
  isComplete: boolean;
}

/** Paid orders whose events were not delivered, in euros, and the failed or cancelled ones. */
export function UndeliveredFigures({ events, isComplete }: UndeliveredFiguresProps) {
  const text = useWords(undeliveredWords);
  const format = useFormat();
  const paid = events.filter(({ event }) => event === EVENT_OF_STATUS.paid);
  const others = events.length - paid.length;
  const euros = addEuros(paid.map(({ amount }) => amount));
  return (
    <div className="figures">
      <Figure
        label={text.paid}
        value={format.bounded(format.euros(euros), isComplete)}
        color={paid.length > 0 ? 'text-status-error' : 'inherit'}
      >
        {format.bounded(text.payments(format.count(paid.length), paid.length === 1), isComplete)}
      </Figure>
      <Figure label={text.others} value={format.bounded(format.count(others), isComplete)}>
        {others > 0 && text.holdStock}
      </Figure>
    </div>
  );
}
