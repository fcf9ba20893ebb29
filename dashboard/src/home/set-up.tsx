import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import { useCall } from '../api/use-call.ts';
import { hrefOf } from '../components/inner-links.ts';
import { Panel } from '../components/panel.tsx';
import { Loading } from '../components/states.tsx';
import { useWords } from '../i18n/language.ts';
import { useMe } from '../session/session-context.ts';
import { homeWords } from './words.ts';

/** The steps to the first payment. */
export function SetUp() {
  const text = useWords(homeWords);
  const status = useMe().merchant?.status;
  const webhook = useCall('GET /me/webhook', {});
  const keys = useCall('GET /me/api-keys', {});
  const step = (name: string, isDone: boolean, to: string): ReactNode => (
    <StatusIndicator type={isDone ? 'success' : 'pending'}>
      <Link href={hrefOf(to)}>{name}</Link>
    </StatusIndicator>
  );
  return (
    <Panel title={text.setUp} description={text.setUpOver}>
      <SpaceBetween size="xs">
        {step(text.stepActive, status === 'active', '/settings/account')}
        <Loading of={webhook}>
          {({ url, enabled }) => step(text.stepWebhook, url !== null && enabled, '/settings/webhook')}
        </Loading>
        <Loading of={keys}>
          {({ keys: rows }) =>
            step(
              text.stepKey,
              rows.some(({ lastUsedAt }) => lastUsedAt !== null),
              '/settings/api-keys',
            )
          }
        </Loading>
        {step(text.stepPayment, false, '/transactions')}
      </SpaceBetween>
    </Panel>
  );
}
