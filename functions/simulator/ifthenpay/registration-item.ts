import * as z from 'zod';
import { putItem, readItem, type Table } from '../table.ts';

/** What was registered for one method of an account. It alone decides what a callback carries. */
const registration = z.object({
  account: z.string(),
  method: z.enum(['MBWAY', 'REFERENCE']),
  /** The anti-phishing key. Must not be logged or answered. */
  apKey: z.string(),
  /** The URL with its placeholders. */
  template: z.string(),
});
export type Registration = z.infer<typeof registration>;

const registrationKey = (account: string, method: string) => ({ pk: `registration#${account}`, sk: method });

/** Replaces the registration of the method. It does not expire. */
export async function storeRegistration(table: Table, registered: Registration): Promise<void> {
  await putItem(table, { ...registrationKey(registered.account, registered.method), ...registered });
}

export async function readRegistration(table: Table, account: string, method: string) {
  const item = await readItem(table, registrationKey(account, method));
  return item && registration.parse(item);
}
