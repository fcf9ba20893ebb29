import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { Loading } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { type Skipped, SkippedOffer } from './skipped-offer.tsx';
import { useToggle } from './use-toggle.ts';
import { webhookWords } from './words.ts';

interface DeliverySectionProps {
  settings: WebhookSettings;
  skipped: Skipped;
  onChanged: () => void;
}

/** The toggle (§6). Turning it on sends nothing of what was skipped; it is offered (decision D12). */
export function DeliverySection({ settings, skipped, onChanged }: DeliverySectionProps) {
  const text = useWords(webhookWords);
  const { isBusy, toggle } = useToggle(onChanged);
  const hourly = useAction();
  const format = useFormat();
  const { enabled, url, hourlyResend, nextProbeAt } = settings;
  const isOffered = skipped.error !== undefined || (skipped.data?.length ?? 0) > 0;
  const toggleHourly = (wanted: boolean) =>
    hourly.run(async () => {
      await call('PUT /merchant/webhook/hourly-resend', { enabled: wanted });
      onChanged();
    });
  return (
    <Panel title={text.toggle} actions={<Link href={hrefOf('/transactions')}>{text.deliveries}</Link>}>
      <SpaceBetween size="m">
        <Toggle
          checked={enabled}
          disabled={isBusy || (url === null && !enabled)}
          description={url === null ? text.toggleNoUrl : text.toggleHint}
          onChange={({ detail }) => void toggle(detail.checked)}
        >
          {enabled ? text.toggleOn : text.toggleOff}
        </Toggle>
        <Toggle
          checked={hourlyResend}
          disabled={isBusy}
          description={text.hourlyWhat}
          onChange={({ detail }) => void toggleHourly(detail.checked)}
        >
          {text.hourly}
        </Toggle>
        {nextProbeAt !== null && <Box>{text.nextProbe(format.time(nextProbeAt))}</Box>}
        {isOffered && (
          <Loading of={skipped} isEmpty={({ length }) => length === 0}>
            {() => <SkippedOffer skipped={skipped} isOn={enabled} onSent={onChanged} />}
          </Loading>
        )}
      </SpaceBetween>
    </Panel>
  );
}
