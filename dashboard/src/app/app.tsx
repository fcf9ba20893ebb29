import { Route, Router, Switch } from 'wouter';
import { LanguageProvider } from '../i18n/language-provider.tsx';
import { Gate } from '../session/gate.tsx';
import type { Session } from '../session/oidc.ts';
import { CallbackPage, SignedOutPage } from '../session/session-pages.tsx';
import { AppShell } from './app-shell.tsx';
import { BASE, type Config } from './config.ts';
import { ErrorBoundary } from './error-boundary.tsx';

export function App({ config, session }: { config: Config; session: Session }) {
  return (
    <LanguageProvider>
      <ErrorBoundary>
        <Router base={BASE}>
          <Switch>
            <Route path="/callback">
              <CallbackPage session={session} />
            </Route>
            <Route path="/signed-out">
              <SignedOutPage session={session} />
            </Route>
            <Route>
              <Gate session={session} config={config}>
                <AppShell />
              </Gate>
            </Route>
          </Switch>
        </Router>
      </ErrorBoundary>
    </LanguageProvider>
  );
}
