import Box from '@cloudscape-design/components/box';
import Popover from '@cloudscape-design/components/popover';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isForeignId } from '../../../../functions/payments/foreign-id.ts';
import { useMerchant } from '../../accounts/merchants.tsx';
import { ShortId } from '../../components/copy-button.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { capital, visibleText } from '../../i18n/format.ts';
import { useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import type { RowOf } from '../../lists/use-list.ts';
import { timelineWords } from '../../transactions/timeline/words.ts';
import { exceptionWords } from './words.ts';

export type ListedException = RowOf<'POST /me/exceptions/search'>;

/** The kind; opened, what it means, and the bank's message. */
export function Kind({ exception }: { exception: ListedException }) {
  const text = useWords(exceptionWords);
  const words = useWords(timelineWords);
  const { exception: meanings } = useWords(outcomeWords);
  const name = useName(exception);
  const { kind, detail, bankId, operationId, bankTime, bankAccount, openedAt } = exception;
  return (
    <Popover
      header={capital(words.kind[kind])}
      size="large"
      triggerAriaLabel={`${name}: ${text.details}`}
      content={
        <SpaceBetween size="xs">
          <Box>{meanings[kind].what}</Box>
          {detail !== undefined && (
            <Box>
              {text.bankSays}: <span className="note">{detail}</span>
            </Box>
          )}
          <Small>
            {text.bankId}: <span className="long-value">{bankId}</span>
            {operationId !== undefined && (
              <>
                <br />
                {text.movement}: <span className="long-value">{operationId}</span>
              </>
            )}
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
          </Small>
        </SpaceBetween>
      }
    >
      {capital(words.kind[kind])}
    </Popover>
  );
}

/** The order it is about, or its transaction; of money that is not ours there is none. */
export function Subject({ exception: { transactionId, externalOrderId } }: { exception: ListedException }) {
  const text = useWords(exceptionWords);
  if (isForeignId(transactionId)) return <Box color="text-body-secondary">{text.noTransaction}</Box>;
  if (externalOrderId === null) return <ShortId transactionId={transactionId} />;
  return <OrderLink externalOrderId={externalOrderId} transactionId={transactionId} />;
}

/** A note, and below it who wrote it and when. */
export function Note({ text, by, at }: ListedException['notes'][number]) {
  const words = useWords(exceptionWords);
  return (
    <>
      <span className="note">{text}</span>
      <Small>
        <span className="note">{words.by(by)}</span>, <Moment at={at} form="brief" />
      </Small>
    </>
  );
}

/** The accessible name of a row's buttons, from the row's values. */
export function useName({ kind, externalOrderId, merchantId, bankId }: ListedException): string {
  const word = useWords(timelineWords).kind[kind];
  const merchant = useMerchant(merchantId)?.name ?? merchantId;
  const subject = externalOrderId === null ? bankId : visibleText(externalOrderId);
  return [word, subject, ...(merchant === null ? [] : [merchant])].join(', ');
}
