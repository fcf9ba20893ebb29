import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { useShownFlashes } from './flash.tsx';

/** The messages. Loaded with the first one. */
export function Flashes() {
  const { shown, dismiss } = useShownFlashes();
  const text = useWords(commonWords);
  const items: FlashbarProps.MessageDefinition[] = shown.map(({ id, type, header, content }) => ({
    id,
    type,
    header,
    content,
    ariaRole: type === 'error' ? 'alert' : 'status',
    dismissible: true,
    dismissLabel: text.close,
    onDismiss: () => dismiss(id),
  }));
  return <Flashbar items={items} />;
}
