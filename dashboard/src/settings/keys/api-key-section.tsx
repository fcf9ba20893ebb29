import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { ApiKeyRow } from '../../../../functions/dashboard/settings/api-keys.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Panel } from '../../components/panel.tsx';
import { Revealed } from '../../components/revealed.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { apiKeyWords } from './words.ts';

interface ApiKeySectionProps {
  row: ApiKeyRow;
  /** There is no old key beside it. */
  isOnly: boolean;
  onAsk: (what: 'rotate' | 'end') => void;
  /** The key is another one since the list was read. It is shown when the list names it. */
  onRotated: () => void;
}

/** One key: when it was issued and last used, and the key itself when it is asked for. */
export function ApiKeySection({ row, isOnly, onAsk, onRotated }: ApiKeySectionProps) {
  const text = useWords(apiKeyWords);
  const common = useWords(commonWords);
  const format = useFormat();
  const [revealed, setRevealed] = useState<{ name: string; apiKey: string }>();
  const { isBusy, run } = useAction();
  const hide = useCallback(() => setRevealed(undefined), []);
  const apiKey = revealed?.name === row.name ? revealed.apiKey : undefined;
  const isOld = row.which === 'old';
  const name = isOld ? text.old : text.current;
  const reveal = () =>
    run(async () => {
      const answer = await call('POST /merchant/secrets/api-key/reveal', { which: row.which });
      setRevealed(answer);
      if (answer.name !== row.name) onRotated();
    });
  const moment = (iso: string) => `${format.time(iso)} (${format.relative(iso)})`;
  const used = row.lastUsedAt === null ? text.neverUsed : text.usedAbout(format.relative(row.lastUsedAt));
  const facts = [
    { label: text.issued, value: row.issuedAt === null ? text.unknown : moment(row.issuedAt) },
    { label: text.lastUsed, value: used },
    { label: text.name, value: <span className="long-value">{row.name}</span> },
    ...(row.endsAt === null ? [] : [{ label: text.ends, value: moment(row.endsAt) }]),
  ];
  return (
    <Panel
      title={name}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            loading={isBusy}
            ariaLabel={`${apiKey ? common.hide : text.reveal}: ${name}`}
            onClick={apiKey ? hide : () => void reveal()}
          >
            {apiKey ? common.hide : text.reveal}
          </Button>
          {isOld && <Button onClick={() => onAsk('end')}>{text.endOld}</Button>}
          {!isOld && (
            <Button disabled={!isOnly} disabledReason={text.oneOld} onClick={() => onAsk('rotate')}>
              {text.rotate}
            </Button>
          )}
        </SpaceBetween>
      }
    >
      <SpaceBetween size="m">
        {apiKey === undefined ? (
          <Box color="text-body-secondary">
            <span className="long-value">sk_••••••••••••</span>
          </Box>
        ) : (
          <Revealed value={apiKey} what={name} onHide={hide} />
        )}
        <KeyValuePairs columns={facts.length === 4 ? 4 : 3} items={facts} />
      </SpaceBetween>
    </Panel>
  );
}
