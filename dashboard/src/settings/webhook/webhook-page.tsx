import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import { useCall } from '../../api/use-call.ts';
import { BASE } from '../../app/config.ts';
import { NotFoundPage, Page } from '../../components/page.tsx';
import { Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useList } from '../../lists/use-list.ts';
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
  const called = useCall('GET /me/webhook', merchant ? {} : null);
  const skipped = useList('POST /me/undelivered/search', merchant ? { state: 'skipped' } : null, { minRows: Infinity });
  if (!merchant) return <NotFoundPage />;
  const reload = () => {
    called.reload();
    skipped.reload();
  };
  const document = (name: string, section = '') => (
    <Link href={`${BASE}${text.guidePath}${section}`} external>
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
      <Loading of={called}>
        {(settings) => (
          <SpaceBetween size="l">
            <UrlSection settings={settings} onSaved={reload} />
            <TestSection key={settings.url} settings={settings} onChanged={reload} />
            <DeliverySection settings={settings} skipped={skipped} onChanged={reload} />
            <SecretSection settings={settings} onChanged={reload} />
            <Suspense>
              <SignatureSection />
            </Suspense>
          </SpaceBetween>
        )}
      </Loading>
    </Page>
  );
}
