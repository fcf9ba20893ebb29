import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { COMMON_TEXT } from '../text/common-text.ts';
import { useLanguage, useText } from '../text/language.ts';
import { errorText } from './error-text.ts';

export function LoadingState({ text }: { text?: string }) {
  const { loading } = useText(COMMON_TEXT);
  return (
    <Box textAlign="center" padding="xxl" color="text-status-inactive">
      <LiveRegion>
        <Spinner /> {text ?? loading}
      </LiveRegion>
    </Box>
  );
}

/** Why something is not there, with a button where trying again may help. */
export function ErrorState({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  const { language } = useLanguage();
  const { retry } = useText(COMMON_TEXT);
  const { title, what } = errorText(error, language);
  return (
    <LiveRegion assertive tagName="div">
      <Alert
        type="error"
        header={title}
        {...(onRetry && { action: <Button onClick={() => onRetry()}>{retry}</Button> })}
      >
        {what}
        {error.requestId !== undefined && (
          <Box variant="small" display="block">
            {error.requestId}
          </Box>
        )}
      </Alert>
    </LiveRegion>
  );
}

/** What a list says when it has nothing: why, and what to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Box textAlign="center" padding={{ vertical: 'l' }} color="inherit">
      <SpaceBetween size="xs">
        <Box variant="strong" color="inherit">
          {title}
        </Box>
        {children !== undefined && <Box color="text-body-secondary">{children}</Box>}
        {action}
      </SpaceBetween>
    </Box>
  );
}

interface Loaded<Data> {
  data: Data | undefined;
  error: ApiError | undefined;
  isLoading: boolean;
  reload: () => void;
}

/** One of: what was loaded, why it was not, or that it is on its way. An error after a success is shown above what is known. */
export function Loading<Data>({ of, children }: { of: Loaded<Data>; children: (data: Data) => ReactNode }) {
  if (of.data === undefined) return of.error ? <ErrorState error={of.error} onRetry={of.reload} /> : <LoadingState />;
  return (
    <SpaceBetween size="l">
      {of.error && <ErrorState error={of.error} onRetry={of.reload} />}
      {children(of.data)}
    </SpaceBetween>
  );
}
