import { lazy } from 'react';
import { Page } from '../components/page.tsx';
import { useWords } from '../i18n/language.ts';
import { isStaff, useMe } from '../session/session-context.ts';
import { homeWords } from './words.ts';

const MerchantHome = lazy(async () => ({ default: (await import('./merchant-home.tsx')).MerchantHome }));
const StaffHome = lazy(async () => ({ default: (await import('./staff-home.tsx')).StaffHome }));

/** Where each role begins: the figures of its work, each with the way to its page. */
export function HomePage() {
  const text = useWords(homeWords);
  const me = useMe();
  return <Page title={text.title}>{isStaff(me) ? <StaffHome /> : <MerchantHome />}</Page>;
}
