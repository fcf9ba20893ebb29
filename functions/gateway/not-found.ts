import { MESSAGES } from '../http/messages.ts';
import { Refusal } from '../http/refusal.ts';

/** Whatever has no endpoint under `/api/v1`: unknown path, wrong method, trailing slash (decision D16). */
export async function notFound(): Promise<never> {
  throw new Refusal('not-found', MESSAGES.notFound);
}
