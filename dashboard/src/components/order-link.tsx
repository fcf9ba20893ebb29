import '../lists/cells.css';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { useState } from 'react';
import { visibleText } from '../i18n/format.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords, transactionWords } from '../i18n/shared-words.ts';
import { hrefOf } from './inner-links.ts';

interface OrderLinkProps {
  externalOrderId: string;
  transactionId: string;
}

const SAYS_SO_MS = 3_000;

// What follows the cut: ids of one shop often differ at their end.
const TAIL = 8;
// A longer id is cut.
const MAX_LENGTH = 20;

/** An order id on one line, in a list: the middle is cut where it is long. It leads to its transaction. */
export function OrderLink({ externalOrderId, transactionId }: OrderLinkProps) {
  const words = useWords(transactionWords);
  const text = visibleText(externalOrderId);
  const isLong = text.length > MAX_LENGTH;
  return (
    <span className="order">
      <Link ariaLabel={text} href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>
        <bdi className="order-id" title={text}>
          {isLong ? <span className="order-id-cut">{text.slice(0, -TAIL)}</span> : text.slice(0, -TAIL)}
          {text.slice(-TAIL)}
        </bdi>
      </Link>
      <CopyIcon value={externalOrderId} what={`${words.order} ${text}`} />
    </span>
  );
}

/** `CopyButton` with its message in a popover would add 2 KB to the first load of a list. */
function CopyIcon({ value, what }: { value: string; what: string }) {
  const text = useWords(commonWords);
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const labels = { idle: text.copyWhat(what), copied: text.copied, failed: text.copyFailed };
  const icons = { idle: 'copy', copied: 'check', failed: 'status-negative' } as const;
  const copy = async () => {
    setState(
      await navigator.clipboard.writeText(value).then(
        () => 'copied' as const,
        () => 'failed' as const,
      ),
    );
    setTimeout(() => setState('idle'), SAYS_SO_MS);
  };
  return <Button variant="inline-icon" iconName={icons[state]} ariaLabel={labels[state]} onClick={() => void copy()} />;
}
