import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useEffect } from 'react';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

/** A page without the shell, for when nobody is signed in. */
export function StandalonePage({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { product } = useWords(commonWords);
  useEffect(() => {
    document.title = `${title} – ${product}`;
  }, [title, product]);
  return (
    <main className="standalone-page">
      <Container
        header={
          <Header variant="h1" description={product}>
            {title}
          </Header>
        }
      >
        <SpaceBetween size="l">
          {children !== undefined && <Box>{children}</Box>}
          {action}
        </SpaceBetween>
      </Container>
    </main>
  );
}
