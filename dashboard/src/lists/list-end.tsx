import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, type ReactNode, Suspense } from 'react';
import type { MerchantsScanned as Scanned } from '../../../functions/dashboard/transactions/transactions-place.ts';
import { useText } from '../i18n/language.ts';
import type { Paged } from './use-pages.ts';

const MerchantsScanned = lazy(async () => ({ default: (await import('./merchants-scanned.tsx')).MerchantsScanned }));

interface ListEndProps {
  of: Paged<{ cursor: string | null; merchants?: Scanned }>;
  /** How far the list was read. */
  progress: string;
  children?: ReactNode;
}

/** Below a list: how far it was read, the button that reads on, and the sum. */
export function ListEnd({ of: { pages, isLoading, error, more, stop }, progress, children }: ListEndProps) {
  const text = useText('common');
  const last = pages.at(-1);
  if (!last) return null;
  return (
    <Box textAlign="center">
      <SpaceBetween size="xs">
        <LiveRegion tagName="div">
          <Box color="text-body-secondary">{progress}</Box>
          <Suspense>{last.merchants && <MerchantsScanned {...last.merchants} />}</Suspense>
        </LiveRegion>
        {last.cursor !== null && !error && (
          <div>
            <Button loading={isLoading} onClick={more}>
              {text.loadMore}
            </Button>
            {isLoading && ' '}
            {isLoading && <Button onClick={stop}>{text.stop}</Button>}
          </div>
        )}
        {children}
      </SpaceBetween>
    </Box>
  );
}
