import Link from '@cloudscape-design/components/link';
import { hrefOf } from '../components/inner-links.ts';
import { Page } from '../components/page.tsx';
import { useText } from '../i18n/language.ts';

export function NotFoundPage() {
  const text = useText('shell');
  return (
    <Page title={text.notFound} description={text.notFoundWhy}>
      <Link href={hrefOf('/transactions')}>{text.toStart}</Link>
    </Page>
  );
}
