import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCall } from '../../api/use-call.ts';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { isAnswered, Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useMe } from '../../session/session-context.ts';
import { ApiKeySection } from './api-key-section.tsx';
import { FirstCalls } from './first-calls.tsx';
import { apiKeyWords } from './words.ts';

/** `/dashboard/settings/api-keys` (§5.1). */
export function ApiKeysPage() {
  const { merchant } = useMe();
  const text = useWords(apiKeyWords);
  const listed = useCall('GET /me/api-keys', merchant ? {} : null);
  if (!merchant) return <NotFoundPage />;
  return (
    <Page title={text.title} description={text.description}>
      <SpaceBetween size="l">
        <Alert type="warning" header={text.warningTitle}>
          {text.warning}
        </Alert>
        <Loading of={listed}>
          {({ keys }) => (
            <SpaceBetween size="l">
              {keys.map((row) => (
                <ApiKeySection key={row.which} row={row} isOnly={keys.length === 1} onChanged={listed.reload} />
              ))}
            </SpaceBetween>
          )}
        </Loading>
        {isAnswered(listed) && <FirstCalls />}
      </SpaceBetween>
    </Page>
  );
}
