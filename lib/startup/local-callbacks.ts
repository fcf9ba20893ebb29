import { httpCaller } from '../../functions/banking/http-call.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import type { Host } from '../local/host.ts';
import { jsonClient } from '../local/json-client.ts';
import type { LogEntry } from '../local/log.ts';
import { isRegisteredByCall, isSimulated, registerCallbacks } from '../operator/bank/register.ts';
import { bankAccountsOf } from '../operator/target.ts';

/**
 * Registers the callback URLs of the local accounts of a simulated bank, at every start: the port may have changed. A
 * failure is logged and does not stop the start, because the bank may have a trouble that a tester began.
 */
export async function registerLocalCallbacks(
  { endpoints }: Host,
  { BankAccounts = '[]', BaseUrl: baseUrl = '' }: Record<string, string>,
  onLog: (entry: LogEntry) => void,
): Promise<void> {
  const secrets = jsonClient(endpoints.secretsManager, 'secrets');
  const readSecret = async (SecretId: string) => String((await secrets('GetSecretValue', { SecretId })).SecretString);
  const call = httpCaller(systemClock);
  const accounts = bankAccountsOf({ outputs: { BankAccounts } }).filter(isSimulated).filter(isRegisteredByCall);
  const registered = await Promise.all(
    accounts.map((account) => registerCallbacks(account, { baseUrl, readSecret, call })),
  );
  for (const { account, method, ...result } of registered.flat()) {
    if (result.kind === 'registered') continue;
    const text = `callback URL of ${method} at ${account} not registered: ${result.detail}; npm run bank -- register`;
    onLog({ kind: 'host', level: 'warn', text });
  }
}
