import type { TableProps } from '@cloudscape-design/components/table';
import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import { balanceOf } from '../../../../functions/finance/totals/totals.ts';
import { isoTime } from '../../../../functions/runtime/clock.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { type Column, type Columns, type Stack, useColumns } from '../../lists/columns.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { movementWords } from './words.ts';

/** Of movements of a period that ends at `endMs` (excluded), or without their order of one transaction. */
export function useMovementColumns(endMs: number, isOfOne = false): TableProps.ColumnDefinition<MovementRow>[] {
  const text = useWords(movementWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const at: Column<MovementRow> = {
    header: text.at,
    isRowHeader: isOfOne,
    minWidth: 130,
    cell: (row) => <When {...row} isLate={row.recordedAtMs >= endMs} />,
  };
  const others: Columns<MovementRow, 'kind' | 'method' | 'operationId' | 'amount'> = {
    kind: { header: text.kindHeading, cell: (row) => <Kind {...row} /> },
    method: { header: words.methodHeading, cell: ({ method }) => method && words.method[method] },
    operationId: {
      header: text.operationId,
      minWidth: 140,
      cell: ({ operationId }) => operationId && <span className="long-value">{visibleText(operationId)}</span>,
    },
    amount: {
      header: text.amount,
      isSum: true,
      cell: (row) => (row.cents === null ? text.unknown : format.euros(balanceOf(row) / 100)),
    },
  };
  const amount: Stack<MovementRow, keyof typeof others> = {
    of: 'amount',
    minWidth: 150,
    lines: [['amount', 'strong'], 'kind', ['method', 'small']],
  };
  const ofOne = useColumns({ at, ...others }, [{ of: 'at', lines: ['at', ['operationId', 'small']] }, amount]);
  const all = useColumns(
    {
      at,
      order: {
        header: words.order,
        isRowHeader: true,
        minWidth: 140,
        cell: ({ externalOrderId, transactionId }) =>
          externalOrderId === null ? text.noOrder : <OrderLink {...{ externalOrderId, transactionId }} />,
      },
      merchant: {
        below: 'order',
        header: words.merchant,
        cell: ({ merchantId }) => isOfStaff && merchantId !== null && <MerchantLink merchantId={merchantId} />,
      },
      ...others,
    },
    [{ of: 'order', lines: ['order', 'at', ['merchant', 'small']] }, amount],
  );
  return isOfOne ? ofOne : all;
}

/** When it was made, whether that is the time of our record, and when it was recorded if later than the period. */
function When({ atMs, timeIsOurs, recordedAtMs, isLate }: MovementRow & { isLate: boolean }) {
  const text = useWords(movementWords);
  const format = useFormat();
  return (
    <>
      <Moment at={isoTime(atMs)} form="brief" />
      {timeIsOurs && <Small>{text.timeOurs}</Small>}
      {isLate && <Small>{text.recorded(format.time(isoTime(recordedAtMs)))}</Small>}
    </>
  );
}

function Kind({ kind, reason }: MovementRow) {
  const text = useWords(movementWords);
  return (
    <>
      {text.kind[kind]}
      {reason !== null && <Small>{text.reason[reason]}</Small>}
    </>
  );
}
