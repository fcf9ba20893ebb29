import type { Reader } from '../../lists/csv-file.ts';
import { isStaff, useMe } from '../../session/session-context.ts';
import { useMerchantName } from './use-merchant-name.ts';

/** Who exports a file. */
export function useReader(): Reader {
  return { nameOf: useMerchantName(), isOfStaff: isStaff(useMe()) };
}
