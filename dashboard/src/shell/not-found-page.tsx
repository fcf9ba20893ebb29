import Link from '@cloudscape-design/components/link';
import { useText } from '../text/language.ts';
import { hrefOf } from './inner-links.ts';
import { Page } from './page.tsx';
import { SHELL_TEXT } from './shell-text.ts';

export function NotFoundPage() {
  const text = useText(SHELL_TEXT);
  return (
    <Page title={text.notFound} description={text.notFoundWhy}>
      <Link href={hrefOf('/transactions')}>{text.toStart}</Link>
    </Page>
  );
}
