import Box from '@cloudscape-design/components/box';
import type { MerchantsLooked as Looked } from '../../../../functions/dashboard/transactions/transactions-place.ts';
import { useText } from '../../i18n/language.ts';
import { useFormat } from '../../i18n/use-format.ts';

const TEXT = {
  en: {
    looked: (looked: string, of: string) =>
      `There are ${of} merchants, and the list goes through them in groups: these are of the first ${looked}, each group by itself the newest first. Name a merchant to see its newest at once.`,
  },
  pt: {
    looked: (looked: string, of: string) =>
      `Há ${of} comerciantes e a lista percorre-os por grupos: estas são dos primeiros ${looked}, as mais recentes primeiro em cada grupo. Indique um comerciante para ver logo as mais recentes dele.`,
  },
};

/** For staff, where there are too many merchants to be looked at together: of which ones the list is so far. */
export function MerchantsLooked({ looked, of }: NonNullable<Looked>) {
  const text = useText(TEXT);
  const format = useFormat();
  return <Box color="text-body-secondary">{text.looked(format.count(looked), format.count(of))}</Box>;
}
