import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { secretWords } from './words.ts';

interface SecretModalProps {
  asking: 'rotate' | 'switch';
  /** Also after a refusal: someone else may have been faster. */
  onClose: () => void;
}

/** Asks before the secret is rotated or switched, and says what it does to each header. */
export function SecretModal({ asking, onClose }: SecretModalProps) {
  const text = useWords(secretWords);
  const format = useFormat();
  const flash = useFlash();
  if (asking === 'switch') {
    const switchNow = async () => {
      await call('POST /merchant/secrets/webhook/switch', {});
      flash({ type: 'success', header: text.switched, content: text.switchedWhat });
      return true;
    };
    return (
      <ConfirmModal title={text.switchTitle} action={text.switchAction} onSave={switchNow} onClose={onClose}>
        {text.switchWhat}
      </ConfirmModal>
    );
  }
  const rotate = async () => {
    const { oldSecretUntil } = await call('POST /merchant/secrets/webhook/rotate', {});
    flash({ type: 'success', header: text.rotated, content: text.rotatedWhat(format.time(oldSecretUntil)) });
    return true;
  };
  return (
    <ConfirmModal title={text.rotateTitle} action={text.rotateAction} onSave={rotate} onClose={onClose}>
      <div>
        {text.rotateWhat}
        <RotatingList />
        {text.rotateAfter}
      </div>
    </ConfirmModal>
  );
}

/** What a rotation does to each header, and what to do. */
export function RotatingList() {
  const text = useWords(secretWords);
  return (
    <ul>
      <li>{text.rotatingContract}</li>
      <li>{text.rotatingStandard}</li>
      <li>{text.rotatingDo}</li>
    </ul>
  );
}
