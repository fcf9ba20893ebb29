import Box from '@cloudscape-design/components/box';
import type { RefundRow } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import { useFormat } from '../../i18n/language.ts';
import type { Summing } from '../../lists/export/list-sum.tsx';
import { addRefunds, NO_REFUNDS, type RefundSums } from './refund-sums.ts';
import { useRefundTexts } from './refund-texts.ts';

export const REFUND_SUMMING: Summing<RefundRow, RefundSums> = {
  none: NO_REFUNDS,
  add: addRefunds,
  textOf: (sums) => <SumsText {...sums} />,
};

function SumsText({ count, returned, ofPayment, ofExcess, unknown }: RefundSums) {
  const { results, sums: text } = useRefundTexts();
  const format = useFormat();
  return (
    <>
      <Box variant="strong" display="block">
        {`${results(format.count(count), count === 1)}: ${format.euros(returned)}`}
      </Box>
      <Box display="block">
        {text.parts(format.euros(ofPayment), format.euros(ofExcess))}{' '}
        {unknown > 0 && text.unknown(format.count(unknown))}
      </Box>
    </>
  );
}
