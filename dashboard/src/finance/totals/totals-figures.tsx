import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Link from '@cloudscape-design/components/link';
import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { Figure } from '../../components/figure.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { isStaff, useMe } from '../../session/session-context.ts';

interface TotalsFiguresProps extends Pick<TotalsReport, 'sum' | 'rebuiltAt'> {
  /** The page of the refunds in these figures; undefined where there is none. */
  refundsPath: string | undefined;
}

/** Gross, what went back, the bank's fee (which only the bank knows) and net. */
export function TotalsFigures({ sum, rebuiltAt, refundsPath }: TotalsFiguresProps) {
  const text = useText('totals');
  const format = useFormat();
  const me = useMe();
  const { paidCount, gross, refunded, fee, net } = sum;
  return (
    <Panel
      title={text.sum}
      footer={rebuiltAt !== null && <Box color="text-body-secondary">{text.rebuilt(format.time(rebuiltAt))}</Box>}
    >
      <ColumnLayout columns={4} minColumnWidth={190} variant="text-grid">
        <Figure label={text.gross} value={format.euros(gross)}>
          {text.paidCount(format.count(paidCount), paidCount === 1)}
        </Figure>
        <Figure label={text.refunded} value={format.euros(refunded)}>
          {text.refundedHint}. {refundsPath && <Link href={hrefOf(refundsPath)}>{text.viewRefunds}</Link>}
        </Figure>
        <Figure label={text.fee} value={fee === null ? '–' : format.euros(fee)}>
          {text.feeUnknown}. {isStaff(me) && <Link href={hrefOf('/finance/reconciliation')}>{text.feeWhere}</Link>}
        </Figure>
        <Figure label={text.net} value={format.euros(net)} />
      </ColumnLayout>
    </Panel>
  );
}
