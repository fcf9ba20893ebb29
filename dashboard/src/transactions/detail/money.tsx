import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { balanceOfLines, totalsOfMovements } from '../../../../functions/finance/totals/totals.ts';
import { Panel } from '../../components/panel.tsx';
import { useMovementColumns } from '../../finance/movements/movement-columns.tsx';
import { BalanceText } from '../../finance/totals/balance-text.tsx';
import { useWords } from '../../i18n/language.ts';
import { detailWords } from './words.ts';

/** The movements of the transaction's money, and their sum. Nothing before the first. */
export function Money({ movements }: Pick<TransactionDetail, 'movements'>) {
  const text = useWords(detailWords);
  const columns = useMovementColumns(Infinity, true);
  if (movements.length === 0) return null;
  return (
    <Panel title={text.money}>
      <SpaceBetween size="m">
        <Table
          items={movements}
          trackBy="item"
          variant="embedded"
          wrapLines
          ariaLabels={{ tableLabel: text.money }}
          columnDefinitions={columns}
        />
        <BalanceText balance={balanceOfLines(totalsOfMovements(movements, Infinity).movements)} />
      </SpaceBetween>
    </Panel>
  );
}
