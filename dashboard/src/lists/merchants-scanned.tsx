import Box from '@cloudscape-design/components/box';
import type { MerchantsScanned as Scanned } from '../../../functions/dashboard/entries-page.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { merchantsScannedWords } from './words.ts';

/** For staff, if there are too many merchants for one scan: which of them the list covers so far. */
export function MerchantsScanned({ scanned, of }: NonNullable<Scanned>) {
  const text = useWords(merchantsScannedWords);
  const format = useFormat();
  return <Box color="text-body-secondary">{text.scanned(format.count(scanned), format.count(of))}</Box>;
}
