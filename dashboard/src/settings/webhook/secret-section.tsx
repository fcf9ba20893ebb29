import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { RevealedSecret } from '../../../../functions/dashboard/settings/webhook-secret.ts';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Panel } from '../../components/panel.tsx';
import { Revealed } from '../../components/revealed.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { RotatingList, SecretModal } from './secret-modal.tsx';
import { secretWords } from './words.ts';

interface SecretSectionProps {
  settings: WebhookSettings;
  onChanged: () => void;
}

/** The webhook secret (§5.2) and its rotation (decision D22). */
export function SecretSection({ settings, onChanged }: SecretSectionProps) {
  const text = useWords(secretWords);
  const common = useWords(commonWords);
  const [revealed, setRevealed] = useState<RevealedSecret>();
  const [asking, setAsking] = useState<'rotate' | 'switch'>();
  const { isBusy, run } = useAction();
  const hide = useCallback(() => setRevealed(undefined), []);
  const { oldSecretUntil, secretHint } = settings;
  const isRotating = oldSecretUntil !== null;
  // A secret is not rotated while it is revealed: the answer would show the old one under the name of the new.
  const reveal = () =>
    run(async () => {
      const answer = await call('POST /merchant/secrets/webhook/reveal', {});
      setRevealed(answer);
      // A rotation began or ended elsewhere: the names follow.
      if ((answer.old?.until ?? null) !== oldSecretUntil) onChanged();
    });
  const name = isRotating ? text.newSecret : text.secret;
  const current = revealed ? (
    <Revealed value={revealed.secret} what={name} onHide={hide} />
  ) : (
    <Hint text={secretHint} />
  );
  const old = revealed?.old ? (
    <Revealed value={revealed.old.secret} what={text.oldSecret} onHide={hide} />
  ) : (
    <Hint text="whsec_…" />
  );

  const close = () => {
    setAsking(undefined);
    hide();
    onChanged();
  };

  return (
    <Panel
      title={text.title}
      description={text.description}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button loading={isBusy} onClick={revealed ? hide : () => void reveal()}>
            {revealed ? common.hide : text.reveal}
          </Button>
          {!isRotating && (
            <Button disabled={isBusy} onClick={() => setAsking('rotate')}>
              {text.rotate}
            </Button>
          )}
          {isRotating && (
            <Button variant="primary" disabled={isBusy} onClick={() => setAsking('switch')}>
              {text.switchNow}
            </Button>
          )}
        </SpaceBetween>
      }
    >
      <SpaceBetween size="m">
        {isRotating && <RotationAlert until={oldSecretUntil} />}
        <KeyValuePairs
          columns={isRotating ? 2 : 1}
          items={[{ label: name, value: current }, ...(isRotating ? [{ label: text.oldSecret, value: old }] : [])]}
        />
      </SpaceBetween>
      {asking && <SecretModal asking={asking} onClose={close} />}
    </Panel>
  );
}

function Hint({ text }: { text: string }) {
  return <span className="long-value">{text}</span>;
}

function RotationAlert({ until }: { until: string }) {
  const text = useWords(secretWords);
  const format = useFormat();
  return (
    <Alert type="info" header={text.rotatingTitle(format.time(until), format.relative(until))}>
      <RotatingList />
    </Alert>
  );
}
