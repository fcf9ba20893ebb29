import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { defineText } from '../i18n/dictionary.ts';
import { useText } from '../i18n/language.ts';
import { useMe } from '../session/session-context.ts';

export const ACCOUNT_TEXT = defineText(
  {
    pending: {
      title: 'Your account awaits approval',
      what: 'You can set up the webhook and your API keys already and test them. Payments begin once we have approved the account; until then the API answers 403.',
    },
    suspended: {
      title: 'Your account is suspended',
      what: 'The API answers 403 to every call. Payments that are under way still complete and their webhooks are still sent. Please contact us.',
    },
    refused: {
      title: 'Your account was refused',
      what: 'The API answers 403 to every call. Please contact us if you think this is a mistake.',
    },
  },
  {
    pending: {
      title: 'A sua conta aguarda aprovação',
      what: 'Já pode configurar e testar o webhook e as chaves da API. Os pagamentos começam quando aprovarmos a conta; até lá, a API responde 403.',
    },
    suspended: {
      title: 'A sua conta está suspensa',
      what: 'A API responde 403 a todas as chamadas. Os pagamentos em curso são concluídos e os respetivos webhooks continuam a ser enviados. Contacte-nos, por favor.',
    },
    refused: {
      title: 'A sua conta foi recusada',
      what: 'A API responde 403 a todas as chamadas. Se lhe parece um engano, contacte-nos, por favor.',
    },
  },
);

/** Above every page while the merchant's account is not active: what that means for it. */
export function AccountBanner() {
  const status = useMe().merchant?.status ?? 'active';
  const text = useText(ACCOUNT_TEXT);
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
