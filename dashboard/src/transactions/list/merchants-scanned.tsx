import Box from '@cloudscape-design/components/box';
import type { MerchantsScanned as Looked } from '../../../../functions/dashboard/transactions/transactions-place.ts';
import { useText } from '../../i18n/language.ts';
import { useFormat } from '../../i18n/use-format.ts';

const TEXT = {
  en: {
    scanned: (scanned: string, of: string) =>
      `There are ${of} merchants, and the list goes through them in groups: these are of the first ${scanned}, each group by itself the newest first. Name a merchant to see its newest at once.`,
  },
  pt: {
    scanned: (scanned: string, of: string) =>
      `Há ${of} comerciantes e a lista percorre-os por grupos: estas são dos primeiros ${scanned}, as mais recentes primeiro em cada grupo. Indique um comerciante para ver logo as mais recentes dele.`,
  },
};

/** For staff, where there are too many merchants to be looked at together: of which ones the list is so far. */
export function MerchantsScanned({ scanned, of }: NonNullable<Looked>) {
  const text = useText(TEXT);
  const format = useFormat();
  return <Box color="text-body-secondary">{text.scanned(format.count(scanned), format.count(of))}</Box>;
}
