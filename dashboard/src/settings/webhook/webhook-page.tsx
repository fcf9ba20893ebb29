import SpaceBetween from '@cloudscape-design/components/space-between';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { useCall } from '../../api/use-call.ts';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { Loading } from '../../components/states.tsx';
import { useMe } from '../../session/session-context.ts';
import { DeliverySection } from './delivery-section.tsx';
import { ReceiverCode } from './receiver-code.tsx';
import { SecretSection } from './secret-section.tsx';
import { TestSection } from './test-section.tsx';
import { UrlSection } from './url-section.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

/** `/dashboard/settings/webhook` (§1, §6): in the order in which one sets it up. */
export function WebhookPage() {
  const { merchant } = useMe();
  const text = useWebhookTexts().webhook;
  const settings = useCall('GET /settings/webhook', merchant ? {} : null);
  if (!merchant) return <NotFoundPage />;
  return (
    <Page title={text.title} description={text.description}>
      <Loading of={settings}>{(loaded) => <Sections settings={loaded} reload={settings.reload} />}</Loading>
    </Page>
  );
}

function Sections({ settings, reload }: { settings: WebhookSettings; reload: () => void }) {
  return (
    <SpaceBetween size="l">
      <UrlSection settings={settings} onSaved={reload} />
      <TestSection key={settings.url} url={settings.url} />
      <DeliverySection settings={settings} onChanged={reload} />
      <SecretSection settings={settings} onChanged={reload} />
      <ReceiverCode secretHint={settings.secretHint} />
    </SpaceBetween>
  );
}
