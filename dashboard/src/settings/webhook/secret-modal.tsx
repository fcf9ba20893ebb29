import Box from '@cloudscape-design/components/box';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { secretWords } from './words.ts';

interface SecretModalProps {
  asking: 'rotate' | 'switch';
  onClose: (isChanged: boolean) => void;
}

/** Asks before the secret is rotated or switched, and says what it does to each header. */
export function SecretModal({ asking, onClose }: SecretModalProps) {
  const text = useWords(secretWords);
  const format = useFormat();
  const flash = useFlash();
  const { isBusy, run } = useAction();

  const rotate = () =>
    run(async () => {
      const { oldSecretUntil } = await call('POST /merchant/secrets/webhook/rotate', {});
      flash({ type: 'success', header: text.rotated, content: text.rotatedWhat(format.time(oldSecretUntil)) });
    });
  const switchNow = () =>
    run(async () => {
      await call('POST /merchant/secrets/webhook/switch', {});
      flash({ type: 'success', header: text.switched, content: text.switchedWhat });
    });
  // Closed after a refusal too, which is shown at the top of the page: someone else was faster, so reload the settings.
  const confirm = async () => {
    await (asking === 'rotate' ? rotate() : switchNow());
    onClose(true);
  };

  const common = { isBusy, onConfirm: () => void confirm(), onClose: () => onClose(false) };
  if (asking === 'switch') {
    return (
      <ConfirmModal title={text.switchTitle} action={text.switchAction} {...common}>
        {text.switchWhat}
      </ConfirmModal>
    );
  }
  return (
    <ConfirmModal title={text.rotateTitle} action={text.rotateAction} {...common}>
      {text.rotateWhat}
      <ul>
        <li>{text.rotatingContract}</li>
        <li>{text.rotatingStandard}</li>
      </ul>
      <Box>{text.rotatingDo}</Box>
      <Box margin={{ top: 's' }}>{text.rotateAfter}</Box>
    </ConfirmModal>
  );
}
