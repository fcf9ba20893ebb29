import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApiKeyRow } from '../../../../functions/dashboard/settings/api-keys.ts';
import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmButton } from '../../components/confirm-modal.tsx';
import { Panel } from '../../components/panel.tsx';
import { Revealed, useReveal } from '../../components/revealed.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { apiKeyWords } from './words.ts';

interface ApiKeySectionProps {
  row: ApiKeyRow;
  /** There is no old key beside it. */
  isOnly: boolean;
  /** The keys are others since the list was read. */
  onChanged: () => void;
}

/** One key: when it was issued and last used, and the key itself when it is asked for. */
export function ApiKeySection({ row, isOnly, onChanged }: ApiKeySectionProps) {
  const text = useWords(apiKeyWords);
  const { rotate } = useWords(commonWords);
  const format = useFormat();
  const flash = useFlash();
  const { which, lastUsedAt } = row;
  const name = which === 'old' ? text.old : text.current;
  const reveal = async () => {
    const answer = await call('POST /merchant/secrets/api-key/reveal', { which });
    if (answer.name !== row.name) onChanged();
    return answer;
  };
  const { revealed, hide, button } = useReveal(reveal, name);
  // A key that was rotated elsewhere is shown when the list names it.
  const apiKey = revealed?.name === row.name ? revealed.apiKey : undefined;
  const closed = () => {
    hide();
    onChanged();
  };
  const moment = (iso: string) => `${format.time(iso)} (${format.relative(iso)})`;
  const facts = [
    { label: text.issued, value: row.issuedAt === null ? text.unknown : moment(row.issuedAt) },
    {
      label: text.lastUsed,
      value: lastUsedAt === null ? text.neverUsed : text.usedAbout(format.relative(lastUsedAt)),
    },
    { label: text.name, value: <span className="long-value">{row.name}</span> },
    ...(row.endsAt === null ? [] : [{ label: text.ends, value: moment(row.endsAt) }]),
  ];
  const change =
    which === 'old' ? (
      <ConfirmButton
        label={text.endOld}
        title={text.endTitle}
        action={text.endAction}
        onConfirm={async () => {
          await call('POST /merchant/secrets/api-key/end-old', {});
          flash({ type: 'success', header: text.ended });
        }}
        onClosed={closed}
      >
        {text.endWhat} {lastUsedAt !== null && text.endUsed(format.relative(lastUsedAt))}
      </ConfirmButton>
    ) : (
      <ConfirmButton
        label={rotate}
        disabled={!isOnly}
        disabledReason={text.oneOld}
        title={text.rotateTitle}
        action={text.rotateAction}
        onConfirm={async () => {
          await call('POST /merchant/secrets/api-key/rotate', {});
          flash({ type: 'success', header: text.rotated, content: text.rotatedWhat });
        }}
        onClosed={closed}
      >
        {text.rotateWhat}
      </ConfirmButton>
    );
  return (
    <Panel
      title={name}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {button}
          {change}
        </SpaceBetween>
      }
    >
      <SpaceBetween size="m">
        {apiKey === undefined ? (
          <Box color="text-body-secondary">
            <span className="long-value">sk_••••••••••••</span>
          </Box>
        ) : (
          <Revealed value={apiKey} what={name} />
        )}
        <KeyValuePairs columns={facts.length === 4 ? 4 : 3} items={facts} />
      </SpaceBetween>
    </Panel>
  );
}
