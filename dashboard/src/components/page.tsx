import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useEffect, useRef } from 'react';
import { shellWords } from '../app/words.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { hrefOf } from './inner-links.ts';

export interface PageProps {
  title: string;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** To the list that it belongs to. */
  back?: { text: string; path: string } | undefined;
  children: ReactNode;
}

// On the first page the browser sets the focus; afterwards each new page's heading gets it.
let isFirstPage = true;

/** The frame of every page: its one h1, the document's title, the way back, and the focus after a change of page. */
export function Page({ title, description, actions, back, children }: PageProps) {
  const { product } = useWords(commonWords);
  const heading = useRef<HTMLDivElement>(null);

  useEffect(() => {
    document.title = `${title} – ${product}`;
  }, [title, product]);

  useEffect(() => {
    // Not from someone who is typing, such as in the search of the header.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (!isFirstPage && !isTyping) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
    scrollTo(0, 0);
  }, []);

  return (
    <SpaceBetween size="l">
      {back && <Link href={hrefOf(back.path)}>{back.text}</Link>}
      <div ref={heading} tabIndex={-1} className="page-heading">
        <Header variant="h1" description={description} actions={actions}>
          {title}
        </Header>
      </div>
      {children}
    </SpaceBetween>
  );
}

export function NotFoundPage() {
  const text = useWords(shellWords);
  return (
    <Page title={text.notFound} description={text.notFoundWhy}>
      <Link href={hrefOf('/')}>{text.toStart}</Link>
    </Page>
  );
}
