import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useFlash } from '../../app/flash.tsx';
import { useWords } from '../../i18n/language.ts';
import { webhookWords } from './words.ts';

/** Turns webhooks on or off (§6). */
export function useToggle(onChanged: () => void) {
  const text = useWords(webhookWords);
  const flash = useFlash();
  const { isBusy, run } = useAction();
  const toggle = (wanted: boolean) =>
    run(async () => {
      const { kind } = await call('PUT /merchant/webhook/enabled', { enabled: wanted });
      if (kind === 'on') flash({ type: 'success', header: text.toggleOn });
      else flash({ type: 'warning', header: text.toggleOff, content: text.turnedOffWhat });
      onChanged();
    });
  return { isBusy, toggle };
}
