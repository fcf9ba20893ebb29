import Link from '@cloudscape-design/components/link';
import { hrefOf } from '../components/inner-links.ts';
import { useMerchants } from './merchants.ts';

/** For staff: a merchant by its name, or by its id while the name is not known; leads to its account. */
export function MerchantLink({ merchantId }: { merchantId: string }) {
  const name = useMerchants().find((each) => each.merchantId === merchantId)?.name;
  return (
    <Link href={hrefOf(`/accounts/${encodeURIComponent(merchantId)}`)}>
      <span title={merchantId} className={name === undefined ? 'long-value' : undefined}>
        {name ?? merchantId}
      </span>
    </Link>
  );
}
