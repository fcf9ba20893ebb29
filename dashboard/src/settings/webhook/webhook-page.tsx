import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { useCall } from '../../api/use-call.ts';
import { BASE } from '../../app/config.ts';
import { shellWords } from '../../app/words.ts';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useMe } from '../../session/session-context.ts';
import { DeliverySection } from './delivery-section.tsx';
import { SecretSection } from './secret-section.tsx';
import { TestSection } from './test-section.tsx';
import { UrlSection } from './url-section.tsx';
import { webhookWords } from './words.ts';

const SignatureSection = lazy(async () => ({ default: (await import('./signature-section.tsx')).SignatureSection }));

/** `/dashboard/settings/webhook` (§1, §6): in the order in which one sets it up. */
export function WebhookPage() {
  const { merchant } = useMe();
  const text = useWords(webhookWords);
  const shell = useWords(shellWords);
  const settings = useCall('GET /me/webhook', merchant ? {} : null);
  if (!merchant) return <NotFoundPage />;
  const document = (name: string, section = '') => (
    <Link href={`${BASE}${text.guidePath}${section}`} external externalIconAriaLabel={shell.newTab}>
      {name}
    </Link>
  );
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <SpaceBetween direction="horizontal" size="m">
          {document(text.guide)}
          {document(text.examine, text.examineSection)}
        </SpaceBetween>
      }
    >
      <Loading of={settings}>{(loaded) => <Sections settings={loaded} reload={settings.reload} />}</Loading>
    </Page>
  );
}

function Sections({ settings, reload }: { settings: WebhookSettings; reload: () => void }) {
  return (
    <SpaceBetween size="l">
      <UrlSection settings={settings} onSaved={reload} />
      <TestSection key={settings.url} settings={settings} onChanged={reload} />
      <DeliverySection settings={settings} onChanged={reload} />
      <SecretSection settings={settings} onChanged={reload} />
      <Suspense>
        <SignatureSection />
      </Suspense>
    </SpaceBetween>
  );
}
