import Button from '@cloudscape-design/components/button';
import { StandingAlone } from '../app/standing-alone.tsx';
import { useText } from '../i18n/language.ts';
import type { Session } from './oidc.ts';

export function SignedOutPage({ session }: { session: Session }) {
  const text = useText('session');
  return (
    <StandingAlone
      title={text.signedOut}
      action={
        <Button variant="primary" onClick={() => void session.signIn('/')}>
          {text.signInAgain}
        </Button>
      }
    >
      {text.signedOutWhy}
    </StandingAlone>
  );
}
