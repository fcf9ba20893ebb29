import { isOvertaken } from '../dynamo/conditional-write.ts';
import { retryOvertaken } from '../dynamo/retry-overtaken.ts';
import { accounts } from '../merchants/accounts/accounts.ts';
import type { Merchants } from '../merchants/accounts/merchants.table.ts';
import type { ReadKeyring } from '../merchants/keys/keyring.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Me } from './api.ts';
import { type DashboardCaller, hasRole, notFound } from './caller.ts';
import { accountNameOf, type MeInput, type Person, whoOf } from './signed-in.ts';
import { userItem } from './user.ts';
import type { Users } from './users.table.ts';

export interface FirstCallDependencies {
  users: Users;
  merchants: Merchants;
  keyring: ReadKeyring;
  /** The bank account of new merchants: the stage's. */
  bankAccount: string;
  clock: Clock;
}

/**
 * The account of a person with the role merchant: the linked one, or on the first call a new one, `pending` until an
 * operator decides. One transaction creates account and link, so that concurrent first calls create only one.
 */
function accountOnFirstCall(dependencies: FirstCallDependencies) {
  return (person: Person): Promise<string> =>
    retryOvertaken(
      'first call: the account',
      async () => (await dependencies.users.merchantOf(person.userId)) ?? (await create(dependencies, person)),
    );
}

/** Undefined when a concurrent call creates the account. */
async function create(
  { bankAccount, ...dependencies }: FirstCallDependencies,
  person: Person,
): Promise<string | undefined> {
  const { userId } = person;
  try {
    const made = await accounts(dependencies).create(
      { name: accountNameOf(person), status: 'pending', bankAccount },
      { who: whoOf(person) },
      ({ merchantId, createdAt: linkedAt }) => [userItem({ userId, merchantId, linkedAt })],
    );
    return made.merchantId;
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    return undefined;
  }
}

/**
 * Who is signed in, what they may do, and whose account it is: of a new merchant one that this call makes. The account
 * stores the verified address and the language, for its mail.
 */
export function me(dependencies: FirstCallDependencies) {
  const accountOf = accountOnFirstCall(dependencies);
  return async ({ language }: MeInput, { userId, roles, ...caller }: DashboardCaller, person: Person): Promise<Me> => {
    const merchantId = caller.merchantId ?? (hasRole({ roles }, 'merchant') ? await accountOf(person) : undefined);
    const account = merchantId === undefined ? null : await dependencies.merchants.read(merchantId);
    if (account === undefined) throw notFound('merchant');
    if (account && language && person.isEmailVerified && person.email !== null) {
      const mail = { address: person.email, language };
      const isKnown = account.mail?.address === mail.address && account.mail.language === language;
      if (!isKnown) await dependencies.merchants.replace(account, { mail });
    }
    const { company } = account ?? {};
    return {
      userId,
      email: person.email,
      roles: [...roles],
      merchant: account && {
        merchantId: account.merchantId,
        name: account.name,
        status: account.accountStatus,
        company: company ? { name: company.name, nif: company.nif } : null,
      },
    };
  };
}
