import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { hrefOf, useInnerLinks } from '../components/inner-links.ts';
import { useHeightAs } from '../components/sizes.ts';
import { LoadingState } from '../components/states.tsx';
import { Support } from '../components/support.tsx';
import { useWords } from '../i18n/language.ts';
import { isStaff, useMe, useSignedIn } from '../session/session-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FlashProvider, useShownFlashes } from './flash.tsx';
import { useMenu } from './menu.ts';
import { Routes } from './routes.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { accountBannerWords, shellWords } from './words.ts';

const Flashes = lazy(async () => ({ default: (await import('./flashes.tsx')).Flashes }));
// For staff only, and so not part of what a merchant's browser loads.
const MerchantsFailed = lazy(async () => ({
  default: (await import('../accounts/merchants.tsx')).MerchantsFailed,
}));

/**
 * Everything around a page: bar, menu, messages. Styled like Cloudscape's `AppLayout`, which would add a
 * sixth to the first load, for drawers and panels that no page here has.
 */
export function AppShell() {
  const text = useWords(shellWords);
  const [path] = useLocation();
  const menu = useMenu(path);
  const me = useMe();
  useInnerLinks();

  return (
    <FlashProvider>
      <SkipLink />
      <div id="top" ref={useHeightAs<HTMLDivElement>('--top-height')}>
        <TopBar />
        <section className="toolbar" aria-label={text.tools}>
          <MenuButton isOpen={menu.isOpen} onToggle={menu.toggle} />
          <Stage />
        </section>
      </div>
      <div className="layout">
        <nav id="menu" className="menu" hidden={!menu.isOpen} ref={menu.element} aria-label={text.menu}>
          <SideBar />
        </nav>
        <main id="content" className="content" tabIndex={-1} inert={menu.coversPage}>
          <Messages />
          <AccountBanner />
          <Suspense>{isStaff(me) && <MerchantsFailed />}</Suspense>
          <ErrorBoundary resetBy={path}>
            <Suspense fallback={<LoadingState />}>
              <Routes />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </FlashProvider>
  );
}

/** Anywhere but in production it should be plain that no real money is meant. */
function Stage() {
  const { me, config } = useSignedIn();
  const text = useWords(shellWords);
  if (config.stage === 'prod') return null;
  return (
    <div className="stage">
      <Badge>{isStaff(me) ? `${text.stage}: ${config.stage}` : text.testStage}</Badge>
    </div>
  );
}

function SkipLink() {
  const { skip } = useWords(shellWords);
  const focus = () => document.getElementById('content')?.focus();
  return (
    <button type="button" className="skip-link" onClick={focus}>
      {skip}
    </button>
  );
}

function MenuButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const text = useWords(shellWords);
  return (
    <Button
      variant="icon"
      iconName="menu"
      ariaLabel={isOpen ? text.closeMenu : text.openMenu}
      ariaExpanded={isOpen}
      ariaControls="menu"
      onClick={onToggle}
    />
  );
}

function Messages() {
  const { shown } = useShownFlashes();
  return (
    <div className="messages">
      <Suspense>{shown.length > 0 && <Flashes />}</Suspense>
    </div>
  );
}

/** Above every page while the merchant's account is not active: what that means for it. */
function AccountBanner() {
  const { status = 'active', company } = useMe().merchant ?? {};
  const text = useWords(accountBannerWords);
  if (status === 'active') return null;
  const { title, what } = text[status];
  const isPending = status === 'pending';
  return (
    <Box margin={{ bottom: 'l' }}>
      <Alert type={isPending ? 'info' : 'warning'} header={title}>
        {what}{' '}
        {isPending ? (
          <Link href={hrefOf('/settings/account')}>{company ? text.more : text.giveCompany}</Link>
        ) : (
          <Support />
        )}
      </Alert>
    </Box>
  );
}
