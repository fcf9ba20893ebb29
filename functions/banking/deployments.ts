import { createHash } from 'node:crypto';
import type { ProviderName } from './account.ts';

/** What a deployment must know of a provider. */
export interface ProviderDeployment {
  /** The secret of an account, as a deployment first creates it: one JSON object. */
  secret: {
    /** Fields that the operator fills in. */
    filledIn: readonly string[];
    /** The field that the deployment generates: letters and digits. */
    generated: { field: string; length: number };
    /** The complete secret of the simulated bank except the generated field. `name` is the account's. */
    simulated(name: string): Record<string, string | number>;
  };
  /** Whether live pushes are polled (`BankNeeds.pollPausesS`), which needs a queue and a function. */
  isPolled: boolean;
}

/** For `lib/`; no bundle of a function contains it. */
export const DEPLOYMENTS: Record<ProviderName, ProviderDeployment> = {
  sibs: {
    secret: {
      filledIn: ['clientId', 'token', 'terminalId', 'entity'],
      // 43 letters and digits are the base64 of 32 bytes.
      generated: { field: 'notificationKey', length: 43 },
      simulated: (name) => ({
        clientId: `simulated-${name}`,
        token: `simulated-${name}-token`,
        terminalId: 58019,
        entity: '24000',
      }),
    },
    isPolled: false,
  },
  ifthenpay: {
    secret: {
      filledIn: ['mbWayKey', 'mbKey', 'backofficeKey'],
      generated: { field: 'antiPhishingKey', length: 40 },
      // In ifthenpay's forms, which its SDKs check.
      simulated: (name) => {
        const digits = digitsOf(name);
        return {
          mbWayKey: `SIM-${digits.slice(0, 6)}`,
          mbKey: `MBK-${digits.slice(6, 12)}`,
          backofficeKey: [12, 16, 20, 24].map((start) => digits.slice(start, start + 4)).join('-'),
        };
      },
    },
    isPolled: true,
  },
};

/** 28 digits, different ones for each name. */
function digitsOf(name: string): string {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString()
    .slice(-28);
}
