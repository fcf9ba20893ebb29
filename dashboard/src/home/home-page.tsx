import { Page } from '../components/page.tsx';
import { useText } from '../i18n/language.ts';
import { isStaff, useMe } from '../session/session-context.ts';
import { MerchantHome } from './merchant-home.tsx';
import { StaffHome } from './staff-home.tsx';

/** Where each role begins: the figures of its work, each with the way to its page. */
export function HomePage() {
  const text = useText('home');
  const me = useMe();
  return <Page title={text.title}>{isStaff(me) ? <StaffHome /> : <MerchantHome />}</Page>;
}
