import { createContext, useCallback, useContext } from 'react';
import type { Role } from '../../../functions/dashboard/caller.ts';
import type { Me } from '../../../functions/dashboard/first-call.ts';
import type { Called } from '../api/use-call.ts';
import type { Config } from '../app/config.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

/** What every page below the shell may rely on: who is signed in, and where things are. */
export interface SignedIn {
  me: Me;
  config: Config;
  /** For staff: the accounts that merchants are named by. Called for when a page first names one. */
  merchants: Called<'POST /finance/accounts/search'>;
  nameMerchants(): void;
  /** After a change that `/me` tells about. */
  reloadMe(): void;
  signOut(): Promise<void>;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('nobody is signed in here');
  return signedIn;
}

export function useMe(): Me {
  return useSignedIn().me;
}

export function hasRole({ roles }: Pick<Me, 'roles'>, ...wanted: Role[]): boolean {
  return wanted.some((role) => roles.includes(role));
}

/** Finance and operators: they read every merchant. */
export function isStaff(me: Pick<Me, 'roles'>): boolean {
  return hasRole(me, 'finance', 'operator');
}

/**
 * Who made a change, as the caller may read it. To a merchant, a command of ours is the service's, not a system user's.
 */
export function useActorName(): (who: string) => string {
  const me = useMe();
  const { product } = useWords(commonWords);
  return useCallback((who) => (isStaff(me) || who.includes('@') || who === me.userId ? who : product), [me, product]);
}
