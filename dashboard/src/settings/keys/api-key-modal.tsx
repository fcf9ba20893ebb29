import type { ApiKeyRow } from '../../../../functions/dashboard/settings/api-keys.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { apiKeyWords } from './words.ts';

interface ApiKeyModalProps {
  asking: 'rotate' | 'end';
  oldKey: ApiKeyRow | undefined;
  onClose: (isChanged: boolean) => void;
}

export function ApiKeyModal({ asking, ...rest }: ApiKeyModalProps) {
  return asking === 'rotate' ? <RotateModal {...rest} /> : <EndModal {...rest} />;
}

function RotateModal({ onClose }: Pick<ApiKeyModalProps, 'onClose'>) {
  const text = useWords(apiKeyWords);
  const flash = useFlash();
  const { isBusy, run } = useAction();
  const rotate = async () => {
    await run(async () => {
      await call('POST /merchant/secrets/api-key/rotate', {});
      flash({ type: 'success', header: text.rotated, content: text.rotatedWhat });
    });
    onClose(true);
  };
  return (
    <ConfirmModal
      title={text.rotateTitle}
      action={text.rotateAction}
      isBusy={isBusy}
      onConfirm={() => void rotate()}
      onClose={() => onClose(false)}
    >
      {text.rotateWhat}
    </ConfirmModal>
  );
}

function EndModal({ oldKey, onClose }: Omit<ApiKeyModalProps, 'asking'>) {
  const text = useWords(apiKeyWords);
  const format = useFormat();
  const flash = useFlash();
  const { isBusy, run } = useAction();
  const end = async () => {
    await run(async () => {
      await call('POST /merchant/secrets/api-key/end-old', {});
      flash({ type: 'success', header: text.ended });
    });
    onClose(true);
  };
  const lastUsedAt = oldKey?.lastUsedAt ?? null;
  return (
    <ConfirmModal
      title={text.endTitle}
      action={text.endAction}
      isBusy={isBusy}
      onConfirm={() => void end()}
      onClose={() => onClose(false)}
    >
      {text.endWhat} {lastUsedAt !== null && text.endUsed(format.relative(lastUsedAt))}
    </ConfirmModal>
  );
}
