import Box from '@cloudscape-design/components/box';
import { accountTitle } from '../accounts/account-title.ts';
import { useMerchant } from '../accounts/merchants.tsx';
import { visibleText } from '../i18n/format.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { transactionWords } from '../i18n/shared-words.ts';
import { useMe } from '../session/session-context.ts';

interface AboutProps {
  /** Null where it is not known. */
  externalOrderId: string | null;
  transactionId: string;
  merchantId: string | null;
  /** EUR. */
  amount: number | null;
}

/** In a window for a step that cannot be undone: the order, the merchant and the amount that it is about. */
export function About({ externalOrderId, transactionId, merchantId, amount }: AboutProps) {
  const words = useWords(transactionWords);
  const format = useFormat();
  const own = useMe().merchant;
  const account = useMerchant(merchantId);
  const name = account ? accountTitle(account) : own?.merchantId === merchantId ? own?.name : undefined;
  const parts = [
    externalOrderId === null
      ? `${words.transaction} ${transactionId}`
      : `${words.order} ${visibleText(externalOrderId)}`,
    ...(merchantId === null ? [] : [`${words.merchant} ${name ?? merchantId}`]),
    ...(amount === null ? [] : [format.euros(amount)]),
  ];
  return (
    <Box variant="strong" display="block">
      <span className="long-value">{parts.join(' · ')}</span>
    </Box>
  );
}
