import type { ApiKeyRow } from '../../../../functions/dashboard/settings/api-keys.ts';
import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { apiKeyWords } from './words.ts';

interface ApiKeyModalProps {
  asking: 'rotate' | 'end';
  oldKey: ApiKeyRow | undefined;
  /** Also after a refusal: someone else may have been faster. */
  onClose: () => void;
}

/** Asks before the key is rotated, or the old one ended. */
export function ApiKeyModal({ asking, oldKey, onClose }: ApiKeyModalProps) {
  const text = useWords(apiKeyWords);
  const format = useFormat();
  const flash = useFlash();
  const lastUsedAt = oldKey?.lastUsedAt ?? null;
  if (asking === 'rotate') {
    const rotate = async () => {
      await call('POST /merchant/secrets/api-key/rotate', {});
      flash({ type: 'success', header: text.rotated, content: text.rotatedWhat });
      return true;
    };
    return (
      <ConfirmModal title={text.rotateTitle} action={text.rotateAction} onSave={rotate} onClose={onClose}>
        {text.rotateWhat}
      </ConfirmModal>
    );
  }
  const end = async () => {
    await call('POST /merchant/secrets/api-key/end-old', {});
    flash({ type: 'success', header: text.ended });
    return true;
  };
  return (
    <ConfirmModal title={text.endTitle} action={text.endAction} onSave={end} onClose={onClose}>
      {text.endWhat} {lastUsedAt !== null && text.endUsed(format.relative(lastUsedAt))}
    </ConfirmModal>
  );
}
