import { useCallback } from 'react';
import { useMerchantStore } from '../../accounts/merchants.tsx';
import { useMe } from '../../session/session-context.ts';

/** The name of a merchant, as far as it is known. */
export function useMerchantName(): (merchantId: string) => string | undefined {
  const { merchant } = useMe();
  const { accounts } = useMerchantStore();
  return useCallback(
    (merchantId) => [...accounts, ...(merchant ? [merchant] : [])].find((each) => each.merchantId === merchantId)?.name,
    [accounts, merchant],
  );
}
