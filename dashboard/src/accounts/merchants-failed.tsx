import Box from '@cloudscape-design/components/box';
import { ErrorState } from '../components/states.tsx';
import { useText } from '../i18n/language.ts';
import { reloadMerchants, useMerchantStore } from './merchants.ts';

/** Above every page, for staff: that the names of merchants could not be loaded, wherever the page shows them. */
export function MerchantsFailed() {
  const { error } = useMerchantStore();
  const { namesFailed } = useText('accounts');
  if (!error) return null;
  return (
    <Box margin={{ bottom: 'l' }}>
      <ErrorState error={error} onRetry={() => void reloadMerchants()} note={namesFailed} />
    </Box>
  );
}
