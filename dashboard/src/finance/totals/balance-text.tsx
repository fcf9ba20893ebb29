import Box from '@cloudscape-design/components/box';
import type { Balance } from '../../../../functions/finance/totals/totals.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { totalsWords } from './words.ts';

/** A balance as a sentence, of what is in it. */
export function BalanceText({ balance }: { balance: Balance }) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const { received, other, returned, unreadable, balanceCents } = balance;
  const of = (label: string, { count, cents }: Balance['received']) =>
    count > 0 ? `${label}: ${format.euros(cents / 100)} (${format.count(count)}). ` : '';
  return (
    <>
      <Box variant="strong" display="block">
        {text.balance}: {format.euros(balanceCents / 100)}
      </Box>
      <Box display="block">
        {of(text.received, received)}
        {of(text.other, other)}
        {of(text.returned, returned)}
        {unreadable > 0 && text.unreadable(format.count(unreadable))} {other.count > 0 && text.noRevenue}
      </Box>
    </>
  );
}
