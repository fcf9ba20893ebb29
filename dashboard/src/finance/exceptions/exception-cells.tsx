import Box from '@cloudscape-design/components/box';
import Popover from '@cloudscape-design/components/popover';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { MerchantLink, useMerchants } from '../../accounts/merchants.tsx';
import { ShortId } from '../../components/copy-button.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { capital, visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import type { Column } from '../../lists/columns.tsx';
import type { RowOf } from '../../lists/use-list.ts';
import { returnedText, stepOf } from '../../transactions/step-of.ts';
import { useExceptionTexts } from './exception-texts.ts';

export type ListedException = RowOf<'POST /finance/exceptions/search'>;

/** The kind; opened, what it means, what to do while it is open, and the bank's message. */
export function Kind({ exception }: { exception: ListedException }) {
  const text = useExceptionTexts().exceptions;
  const words = useText('timeline');
  const outcomes = useText('outcomes');
  const format = useFormat();
  const name = useName(exception);
  const { kind, detail, bankId, bankTime, bankAccount, state, openedAt } = exception;
  return (
    <Popover
      header={capital(words.kind[kind])}
      size="large"
      triggerAriaLabel={`${name}: ${text.details}`}
      content={
        <SpaceBetween size="xs">
          <Box>{outcomes.exception[kind].what}</Box>
          {state === 'open' && (
            <Box variant="strong">{stepOf(exception, { words, outcomes, format, isStaff: true })}</Box>
          )}
          {detail !== undefined && (
            <Box>
              {text.bankSays}: <span className="note">{detail}</span>
            </Box>
          )}
          <Box variant="small">
            {text.bankId}: <span className="long-value">{bankId}</span>
            <br />
            {text.account}: {bankAccount}
            <br />
            {text.opened}: <Moment at={openedAt} />
            {bankTime !== null && (
              <>
                <br />
                {text.bankTime}: <Moment at={bankTime} />
              </>
            )}
          </Box>
        </SpaceBetween>
      }
    >
      {capital(words.kind[kind])}
    </Popover>
  );
}

/** The columns of both lists, of open exceptions and of closed ones, and how they write an amount. */
export function useCommonColumns() {
  const text = useExceptionTexts().exceptions;
  const words = useText('transactions');
  const format = useFormat();
  const money = (euros: number | null) => (euros === null ? words.none : format.euros(euros));
  const columns = {
    kind: { header: text.kind, isRowHeader: true, minWidth: 130, cell: (each) => <Kind exception={each} /> },
    subject: {
      header: `${words.order}, ${words.merchant.toLowerCase()}`,
      minWidth: 150,
      cell: (each) => <Subject exception={each} />,
    },
    merchant: {
      below: 'subject',
      header: words.merchant,
      cell: ({ merchantId }) => merchantId !== null && <MerchantLink merchantId={merchantId} />,
    },
    received: { header: text.received, isSum: true, cell: ({ received }) => money(received) },
    difference: {
      header: text.difference,
      isSum: true,
      cell: ({ difference }) => (difference === null ? words.none : format.signedEuros(difference)),
    },
  } satisfies Record<string, Column<ListedException>>;
  return { ...columns, money };
}

/** What of an exception's money was already returned, and when. */
export function useReturned(): (exception: ListedException) => string | null {
  const words = useText('timeline');
  const format = useFormat();
  return ({ returned }) => returned && returnedText(returned, { words, format });
}

/**
 * The amount due in EUR; null where none was, such as after another payment, or where the complete amount is disputed.
 */
export function dueOf({ expected, received, difference }: ListedException): number | null {
  return received !== null && difference === received ? null : expected;
}

const FOREIGN = 'foreign_';

/** The order it is about, or its transaction; of money that is not ours there is none. */
export function Subject({ exception: { transactionId, externalOrderId } }: { exception: ListedException }) {
  const text = useExceptionTexts().exceptions;
  if (transactionId.startsWith(FOREIGN)) return <Box color="text-body-secondary">{text.noTransaction}</Box>;
  if (externalOrderId === null) return <ShortId transactionId={transactionId} />;
  return <OrderLink externalOrderId={externalOrderId} transactionId={transactionId} />;
}

/** The accessible name of a row's buttons, from the row's values. */
export function useName({ kind, externalOrderId, merchantId, bankId }: ListedException): string {
  const word = useText('timeline').kind[kind];
  const merchant = useMerchants().find((each) => each.merchantId === merchantId)?.name ?? merchantId;
  const subject = externalOrderId === null ? bankId : visibleText(externalOrderId);
  return [word, subject, ...(merchant === null ? [] : [merchant])].join(', ');
}
