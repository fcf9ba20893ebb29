import Alert from '@cloudscape-design/components/alert';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmButton } from '../../components/confirm-modal.tsx';
import { Panel } from '../../components/panel.tsx';
import { Revealed, useReveal } from '../../components/revealed.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { secretWords } from './words.ts';

interface SecretSectionProps {
  settings: WebhookSettings;
  onChanged: () => void;
}

/** The webhook secret (§5.2) and its rotation (decision D22). */
export function SecretSection({ settings, onChanged }: SecretSectionProps) {
  const text = useWords(secretWords);
  const { rotate } = useWords(commonWords);
  const format = useFormat();
  const flash = useFlash();
  const { oldSecretUntil, secretHint } = settings;
  const isRotating = oldSecretUntil !== null;
  // A secret is not rotated while it is revealed: the answer would show the old one under the name of the new.
  const { revealed, isBusy, hide, button } = useReveal(async () => {
    const answer = await call('POST /merchant/secrets/webhook/reveal', {});
    // A rotation began or ended elsewhere: the names follow.
    if ((answer.old?.until ?? null) !== oldSecretUntil) onChanged();
    return answer;
  });
  const name = isRotating ? text.newSecret : text.secret;
  const closed = () => {
    hide();
    onChanged();
  };
  const change = isRotating ? (
    <ConfirmButton
      label={text.switchNow}
      variant="primary"
      disabled={isBusy}
      title={text.switchTitle}
      action={text.switchNow}
      onConfirm={async () => {
        await call('POST /merchant/secrets/webhook/switch', {});
        flash({ type: 'success', header: text.switched, content: text.switchedWhat });
      }}
      onClosed={closed}
    >
      {text.switchWhat}
    </ConfirmButton>
  ) : (
    <ConfirmButton
      label={rotate}
      disabled={isBusy}
      title={text.rotateTitle}
      action={text.rotateAction}
      onConfirm={async () => {
        const rotated = await call('POST /merchant/secrets/webhook/rotate', {});
        const until = format.time(rotated.oldSecretUntil);
        flash({ type: 'success', header: text.rotated, content: text.rotatedWhat(until) });
      }}
      onClosed={closed}
    >
      <div>
        {text.rotateWhat}
        <RotatingList />
        {text.rotateAfter}
      </div>
    </ConfirmButton>
  );
  const secret = (label: string, value: string | undefined, hint: string) => ({
    label,
    value: value === undefined ? <span className="long-value">{hint}</span> : <Revealed value={value} what={label} />,
  });
  return (
    <Panel
      title={text.title}
      description={text.description}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {button}
          {change}
        </SpaceBetween>
      }
    >
      <SpaceBetween size="m">
        {isRotating && (
          <Alert type="info" header={text.rotatingTitle(format.time(oldSecretUntil), format.relative(oldSecretUntil))}>
            <RotatingList />
          </Alert>
        )}
        <KeyValuePairs
          columns={isRotating ? 2 : 1}
          items={[
            secret(name, revealed?.secret, secretHint),
            ...(isRotating ? [secret(text.oldSecret, revealed?.old?.secret, 'whsec_…')] : []),
          ]}
        />
      </SpaceBetween>
    </Panel>
  );
}

/** What a rotation does to each header, and what to do. */
function RotatingList() {
  const text = useWords(secretWords);
  return (
    <ul>
      <li>{text.rotatingContract}</li>
      <li>{text.rotatingStandard}</li>
      <li>{text.rotatingDo}</li>
    </ul>
  );
}
