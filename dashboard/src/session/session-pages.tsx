import Button from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { StandalonePage } from '../app/standalone-page.tsx';
import { LoadingState } from '../components/states.tsx';
import { useWords } from '../i18n/language.ts';
import type { Session } from './oidc.ts';
import { sessionWords } from './words.ts';

/** Where the issuer sends the person back to. */
export function CallbackPage({ session }: { session: Session }) {
  const text = useWords(sessionWords);
  const [, navigate] = useLocation();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    session.completeSignIn().then(
      (returnTo) => navigate(returnTo, { replace: true }),
      () => setFailed(true),
    );
  }, [session, navigate]);
  if (!isFailed) return <LoadingState text={text.signingIn} />;
  const retry = () => void session.signIn('/');
  return (
    <StandalonePage
      title={text.failed}
      action={
        <Button variant="primary" onClick={retry}>
          {text.tryAgain}
        </Button>
      }
    >
      {text.failedWhy}
    </StandalonePage>
  );
}

export function SignedOutPage({ session }: { session: Session }) {
  const text = useWords(sessionWords);
  return (
    <StandalonePage
      title={text.signedOut}
      action={
        <Button variant="primary" onClick={() => void session.signIn('/')}>
          {text.signInAgain}
        </Button>
      }
    >
      {text.signedOutWhy}
    </StandalonePage>
  );
}
