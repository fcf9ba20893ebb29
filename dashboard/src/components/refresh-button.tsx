import Button from '@cloudscape-design/components/button';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

interface RefreshButtonProps {
  of: { isLoading: boolean; reload: () => void };
  /** It is loaded again by itself, without a sign. */
  isQuiet?: boolean;
}

/** Loads what a page shows again. */
export function RefreshButton({ of: { isLoading, reload }, isQuiet = false }: RefreshButtonProps) {
  const { refresh } = useWords(commonWords);
  return <Button iconName="refresh" ariaLabel={refresh} onClick={reload} loading={isLoading && !isQuiet} />;
}
