import SideNavigation, { type SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import { useLocation } from 'wouter';
import { hrefOf } from '../components/inner-links.ts';
import { useWords } from '../i18n/language.ts';
import type { Texts } from '../i18n/words.ts';
import { hasRole, isStaff, useMe } from '../session/session-context.ts';
import { shellWords } from './words.ts';

type Words = Texts<typeof shellWords>;
type PageLink = [path: string, name: keyof Words];

const OWN: PageLink[] = [
  ['/settings/webhook', 'webhook'],
  ['/settings/api-keys', 'apiKeys'],
  ['/settings/account', 'account'],
];
const FINANCE: PageLink[] = [
  ['/finance/undelivered', 'undelivered'],
  ['/finance/exceptions', 'exceptions'],
  ['/finance/totals', 'totals'],
  ['/finance/movements', 'movements'],
  ['/finance/reconciliation', 'reconciliation'],
];

/** The pages for the roles of the signed-in person. */
export function SideBar() {
  const me = useMe();
  const text = useWords(shellWords);
  const [path] = useLocation();
  const link = ([to, name]: PageLink): SideNavigationProps.Link => ({
    type: 'link',
    text: String(text[name]),
    href: hrefOf(to),
  });
  // Not pages of this application: they open in a tab of their own.
  const document = (name: string, at: string): SideNavigationProps.Link => ({
    type: 'link',
    text: name,
    href: hrefOf(at),
    external: true,
    externalIconAriaLabel: text.newTab,
  });
  const section = (name: keyof Words, links: PageLink[]): SideNavigationProps.SectionGroup => ({
    type: 'section-group',
    title: String(text[name]),
    items: links.map(link),
  });
  const items: SideNavigationProps.Item[] = [link(['/', 'home']), link(['/transactions', 'transactions'])];
  if (isStaff(me)) items.push(section('finance', FINANCE));
  else items.push(link(['/finance/totals', 'totals']), link(['/finance/movements', 'movements']));
  if (isStaff(me)) items.push(section('operations', [['/accounts', 'accounts']]));
  if (me.merchant && hasRole(me, 'merchant')) items.push(section('settings', OWN));
  items.push({ type: 'divider' });
  items.push(document(text.guides, text.guidesPath), document(text.reference, '/docs/'));
  const links = items
    .flatMap((item) => (item.type === 'section-group' ? [...item.items] : [item]))
    .filter((item) => item.type === 'link');
  const active = links.find(({ href }) => isAt(href, hrefOf(path)));
  return <SideNavigation items={items} {...(active && { activeHref: active.href })} />;
}

function isAt(href: string, here: string): boolean {
  return here === href || (href !== hrefOf('/') && here.startsWith(`${href}/`));
}
