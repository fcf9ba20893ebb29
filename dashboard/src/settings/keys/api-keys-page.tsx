import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { isAnswered, Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useMe } from '../../session/session-context.ts';
import { ApiKeyModal } from './api-key-modal.tsx';
import { ApiKeySection } from './api-key-section.tsx';
import { FirstCalls } from './first-calls.tsx';
import { apiKeyWords } from './words.ts';

/** `/dashboard/settings/api-keys` (§5.1). */
export function ApiKeysPage() {
  const { merchant } = useMe();
  const text = useWords(apiKeyWords);
  const listed = useCall('GET /me/api-keys', merchant ? {} : null);
  const [asking, setAsking] = useState<'rotate' | 'end'>();
  const [changes, setChanges] = useState(0);
  if (!merchant) return <NotFoundPage />;
  const old = listed.data?.keys.find(({ which }) => which === 'old');
  const close = () => {
    setAsking(undefined);
    // What was revealed is hidden, also while the new list loads.
    setChanges((before) => before + 1);
    listed.reload();
  };
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
                <ApiKeySection
                  key={`${row.which} ${changes}`}
                  row={row}
                  isOnly={old === undefined}
                  onAsk={setAsking}
                  onRotated={listed.reload}
                />
              ))}
            </SpaceBetween>
          )}
        </Loading>
        {isAnswered(listed) && <FirstCalls />}
      </SpaceBetween>
      {asking && <ApiKeyModal asking={asking} oldKey={old} onClose={close} />}
    </Page>
  );
}
