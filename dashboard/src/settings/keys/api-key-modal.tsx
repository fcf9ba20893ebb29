import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { ApiKeyRow } from '../../../../functions/dashboard/settings/api-keys.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useFlash } from '../../app/flash.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import { useFormat, useText } from '../../i18n/language.ts';

interface ApiKeyModalProps {
  asking: 'rotate' | 'end';
  oldKey: ApiKeyRow | undefined;
  onClose: (isChanged: boolean) => void;
}

export function ApiKeyModal({ asking, ...rest }: ApiKeyModalProps) {
  return asking === 'rotate' ? <RotateModal {...rest} /> : <EndModal {...rest} />;
}

type Overlap = keyof Catalogue['apiKeys']['overlaps'];
const OVERLAPS: Overlap[] = ['0', '1', '24', '168'];

function RotateModal({ onClose }: Pick<ApiKeyModalProps, 'onClose'>) {
  const text = useText('apiKeys');
  const format = useFormat();
  const flash = useFlash();
  const [overlap, setOverlap] = useState<Overlap>('24');
  const { isBusy, run } = useAction();
  const rotate = async () => {
    await run(async () => {
      const { oldKeyEndsAt } = await call('POST /settings/api-keys/rotate', { overlapHours: Number(overlap) });
      const content = oldKeyEndsAt === null ? text.rotatedImmediately : text.rotatedWhat(format.time(oldKeyEndsAt));
      flash({ type: 'success', header: text.rotated, content });
    });
    onClose(true);
  };
  return (
    <ConfirmModal
      title={text.rotateTitle}
      action={text.rotateAction}
      isBusy={isBusy}
      onConfirm={() => void rotate()}
      onClose={() => onClose(false)}
    >
      <SpaceBetween size="m">
        <Box>{text.rotateWhat}</Box>
        <FormField label={text.overlap}>
          <RadioGroup
            value={overlap}
            onChange={({ detail }) => setOverlap(detail.value as Overlap)}
            items={OVERLAPS.map((value) => ({
              value,
              label: text.overlaps[value].label,
              description: text.overlaps[value].hint || undefined,
            }))}
          />
        </FormField>
      </SpaceBetween>
    </ConfirmModal>
  );
}

function EndModal({ oldKey, onClose }: Omit<ApiKeyModalProps, 'asking'>) {
  const text = useText('apiKeys');
  const format = useFormat();
  const flash = useFlash();
  const { isBusy, run } = useAction();
  const end = async () => {
    await run(async () => {
      await call('POST /settings/api-keys/end-old', {});
      flash({ type: 'success', header: text.ended });
    });
    onClose(true);
  };
  const lastUsedAt = oldKey?.lastUsedAt ?? null;
  return (
    <ConfirmModal
      title={text.endTitle}
      action={text.endAction}
      isBusy={isBusy}
      onConfirm={() => void end()}
      onClose={() => onClose(false)}
    >
      {text.endWhat} {lastUsedAt !== null && text.endUsed(format.relative(lastUsedAt))}
    </ConfirmModal>
  );
}
