import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { useLanguage, useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { errorText } from './error-text.ts';

export function LoadingState({ text }: { text?: string | undefined }) {
  const { loading } = useWords(commonWords);
  return (
    <Box textAlign="center" padding="xxl" color="text-status-inactive">
      <LiveRegion>
        <Spinner /> {text ?? loading}
      </LiveRegion>
    </Box>
  );
}

interface ErrorStateProps {
  error: ApiError;
  onRetry?: () => void;
  /** What it means for what is shown. */
  note?: string;
}

/** Why something is not there, with a button where trying again may help: what is not found stays so. */
export function ErrorState({ error, onRetry, note }: ErrorStateProps) {
  const language = useLanguage();
  const { retry, requestId } = useWords(commonWords);
  const { title, what } = errorText(error, language);
  return (
    <div data-state="failed">
      <LiveRegion assertive tagName="div">
        <Alert
          type="error"
          header={title}
          {...(onRetry && error.status !== 404 && { action: <Button onClick={() => onRetry()}>{retry}</Button> })}
        >
          {what} {note}
          {error.requestId !== undefined && (
            <Box variant="small" display="block">
              {requestId}: {error.requestId}
            </Box>
          )}
        </Alert>
      </LiveRegion>
    </div>
  );
}

/** Shown where there is no data: why, and what to do. `Loading` and `ScannedList` show it only after an answer. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div data-state="empty">
      <Box textAlign="center" padding={{ vertical: 'l' }} color="inherit">
        <SpaceBetween size="xs">
          <Box variant="strong" color="inherit">
            {title}
          </Box>
          {children !== undefined && <Box color="text-body-secondary">{children}</Box>}
          {action}
        </SpaceBetween>
      </Box>
    </div>
  );
}

/** What there is of a call (`useCall`) or of a list (`useList`). */
export interface Received<Data> {
  /** Undefined while nothing was received. */
  data: Data | undefined;
  /** Why the newest call has no answer. */
  error: ApiError | undefined;
  isLoading: boolean;
  /** Makes the call that failed again. */
  retry: () => void;
}

/** Whether the first answer was received. Only then are the parts below shown, so that nothing moves. */
export function isAnswered({ data, error }: Pick<Received<unknown>, 'data' | 'error'>): boolean {
  return data !== undefined || error !== undefined;
}

interface LoadingProps<Data> {
  of: Received<Data>;
  loadingText?: string;
  /** Shown instead of `children` where the answer holds nothing. */
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * A part of a page that a call fills: loading, failed with a retry, empty, or the data. After a failure nothing is
 * shown as empty, since that may have changed; data received before stays, below the failure.
 */
export function Loading<Data>({ of, loadingText, isEmpty = () => false, empty, children }: LoadingProps<Data>) {
  const { data, error, retry } = of;
  const { stale } = useWords(commonWords);
  if (data === undefined && !error) return <LoadingState text={loadingText} />;
  const isNothing = data === undefined || isEmpty(data);
  if (error && isNothing) return <ErrorState error={error} onRetry={retry} />;
  if (isNothing) return empty;
  return (
    <SpaceBetween size="l">
      {error && <ErrorState error={error} onRetry={retry} note={stale} />}
      {children(data)}
    </SpaceBetween>
  );
}
