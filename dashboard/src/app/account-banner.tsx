import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { useText } from '../i18n/language.ts';
import { useMe } from '../session/session-context.ts';

/** Above every page while the merchant's account is not active: what that means for it. */
export function AccountBanner() {
  const status = useMe().merchant?.status ?? 'active';
  const text = useText('accountBanner');
  if (status === 'active') return null;
  const { title, what } = text[status];
  return (
    <Box margin={{ bottom: 'l' }}>
      <Alert type={status === 'pending' ? 'info' : 'warning'} header={title}>
        {what}
      </Alert>
    </Box>
  );
}
