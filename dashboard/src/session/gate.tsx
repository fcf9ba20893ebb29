import Button from '@cloudscape-design/components/button';
import TopNavigation from '@cloudscape-design/components/top-navigation';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { giveCredentials } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';
import { BASE, type Config } from '../app/config.ts';
import { StandalonePage } from '../app/standalone-page.tsx';
import { ErrorState, LoadingState } from '../components/states.tsx';
import { useLanguage, useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import type { Session } from './oidc.ts';
import { isStaff, SignedInContext } from './session-context.ts';
import { sessionWords } from './words.ts';

type State = 'starting' | 'signed-in' | 'ended' | 'unreachable';

interface GateProps {
  session: Session;
  config: Config;
  children: ReactNode;
}

/** Shows the page to a signed-in person. Sends everyone else to sign-in, and then back to the requested page. */
export function Gate({ session, config, children }: GateProps) {
  const text = useWords(sessionWords);
  const [state, setState] = useState<State>('starting');
  const [path] = useLocation();
  const search = useSearch();
  const here = search === '' ? path : `${path}?${search}`;

  const start = useCallback(async () => {
    try {
      if ((await session.person()) !== null) return setState('signed-in');
      await session.signIn(here);
    } catch {
      setState('unreachable');
    }
  }, [session, here]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; a later navigation does not start it again.
  useEffect(() => {
    const end = () => setState('ended');
    giveCredentials({ token: session.token, renew: session.renew, onEnded: end });
    void start();
    return session.onEnded(end);
  }, [session]);

  if (state === 'signed-in') return <Known {...{ session, config }}>{children}</Known>;
  if (state === 'starting') return <LoadingState text={text.toSignIn} />;
  const isEnded = state === 'ended';
  const retry = () => void session.signIn(here).catch(() => setState('unreachable'));
  return (
    <StandalonePage
      title={isEnded ? text.ended : text.unreachable}
      action={
        <Button variant="primary" onClick={retry}>
          {isEnded ? text.signIn : text.tryAgain}
        </Button>
      }
    >
      {isEnded ? text.endedWhy : text.unreachableWhy}
    </StandalonePage>
  );
}

function Known({ session, config, children }: GateProps) {
  // As at the sign-in: another choice must not load the page anew.
  const [language] = useState(useLanguage().language);
  const called = useCall('GET /me', { language });
  const { data: me, error, reload } = called;
  const [isNaming, setNaming] = useState(false);
  const nameMerchants = useCallback(() => setNaming(true), []);
  const merchants = useCall('POST /finance/accounts/search', isNaming && me && isStaff(me) ? {} : null);
  if (me) {
    const signedIn = { me, config, merchants, nameMerchants, reloadMe: reload, signOut: session.signOut };
    return <SignedInContext value={signedIn}>{children}</SignedInContext>;
  }
  if (!error) return <Frame />;
  return (
    <main className="standalone-page">
      <ErrorState error={error} onRetry={reload} />
    </main>
  );
}

/** The bar of every page, before it is known whose menu and pages it has. */
function Frame() {
  const { product } = useWords(commonWords);
  return (
    <>
      <TopNavigation
        identity={{ href: `${BASE}/`, title: product, logo: { src: `${BASE}/favicon.svg`, alt: '€' } }}
        utilities={[]}
      />
      <main className="content">
        <LoadingState />
      </main>
    </>
  );
}
