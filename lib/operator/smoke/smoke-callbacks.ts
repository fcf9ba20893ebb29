import { httpCaller } from '../../../functions/banking/http-call.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { isRegisteredByCall, isSimulated, registerCallbacks } from '../bank/register.ts';
import { lineOf } from '../bank/register-run.ts';
import { bankAccountsOf, type Target } from '../target.ts';

type Check = (name: string, ok: boolean, detail: string) => void;

/**
 * Registers the callback URLs at simulated banks. At a real bank nothing is registered: the check names the command,
 * and how to see that it is due, or where a person enters the address.
 */
export async function smokeCallbacks(target: Pick<Target, 'outputs' | 'readSecret'>, check: Check): Promise<void> {
  const { readSecret, outputs } = target;
  const call = httpCaller(systemClock);
  for (const account of bankAccountsOf(target)) {
    const { name } = account;
    if (!isRegisteredByCall(account)) {
      // A simulated bank reads the address from the stage.
      if (isSimulated(account)) continue;
      check(`notification address of ${name} is entered by hand`, true, "in SIBS's back office (docs/deploying.md)");
    } else if (isSimulated(account)) {
      const results = await registerCallbacks(account, { baseUrl: outputs.BaseUrl, readSecret, call });
      const isRegistered = results.every(({ kind }) => kind === 'registered');
      const detail = results.map((result) => lineOf(result, account).trim()).join('; ');
      check(`callback URLs of ${name} are registered at the simulated bank`, isRegistered, detail);
    } else {
      const due = 'due where the log of payments/notification has "bank notification without status" (docs/runbook.md)';
      check(
        `callback URLs of ${name} are registered by hand`,
        true,
        `npm run bank -- register --account ${name}; ${due}`,
      );
    }
  }
}
