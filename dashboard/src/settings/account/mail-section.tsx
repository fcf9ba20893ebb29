import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { Account } from '../../../../functions/dashboard/accounts/account.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { words } from '../../i18n/words.ts';

const mailWords = words({
  title: ['Morning mail', 'E-mail da manhã'],
  what: [
    'Sent once a day, after 07:00 in Lisbon, if events of the day before were not delivered or payments need review.',
    'Enviado uma vez por dia, depois das 07:00 de Lisboa, se houver eventos da véspera por entregar ou pagamentos por rever.',
  ],
  on: ['On', 'Ligado'],
  off: ['Off', 'Desligado'],
  to: [(address: string) => `To ${address}`, (address: string) => `Para ${address}`],
  noAddress: [
    'No mail is sent: sign in with a verified e-mail address.',
    'Nenhum e-mail é enviado: inicie sessão com um endereço de e-mail verificado.',
  ],
  last: [(day: string) => `Last mail, about ${day}`, (day: string) => `Último e-mail, sobre ${day}`],
  failed: [
    'Sending it failed. To have the next one sent to your own address, turn the mail off and on again.',
    'O envio falhou. Para receber o próximo no seu endereço, desligue e volte a ligar o e-mail.',
  ],
  none: ['No mail yet.', 'Ainda não houve nenhum e-mail.'],
});

/** The switch of the morning mail, and the text of the last one. */
export function MailSection({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const text = useWords(mailWords);
  const format = useFormat();
  const { isBusy, run } = useAction();
  const { status, mail } = account;
  const { address, enabled, last } = mail;
  const toggle = (enabled: boolean) =>
    run(async () => {
      await call('PUT /merchant/mail', { enabled });
      onSaved();
    });
  return (
    <Panel title={text.title} description={text.what}>
      <SpaceBetween size="m">
        <Toggle
          checked={enabled}
          disabled={isBusy || status === 'refused'}
          description={address === null ? text.noAddress : text.to(address)}
          onChange={({ detail }) => void toggle(detail.checked)}
        >
          {enabled ? text.on : text.off}
        </Toggle>
        {last === null ? (
          <Box color="text-body-secondary">{text.none}</Box>
        ) : (
          <div>
            <Box variant="awsui-key-label">{text.last(format.day(last.day))}</Box>
            <Box>{last.text}</Box>
            {last.hasFailed && <Box color="text-status-error">{text.failed}</Box>}
          </div>
        )}
      </SpaceBetween>
    </Panel>
  );
}
