import Box from '@cloudscape-design/components/box';
import { useFormat, useText } from '../../i18n/language.ts';
import type { ExportSums } from './export-sums.ts';

/** The sum of a list, and of what is paid in it. */
export function SumsText({ sums: { count, euros, paid, unknownRefunds } }: { sums: ExportSums }) {
  const text = useText('listSum');
  const format = useFormat();
  return (
    <>
      <Box variant="strong" display="block">
        {text.all(format.count(count), count === 1, format.euros(euros))}
      </Box>
      <Box display="block">
        {text.paid(format.count(paid.count), format.euros(paid.euros))}{' '}
        {(paid.refunded > 0 || unknownRefunds > 0) &&
          text.refunded(format.euros(paid.refunded), format.euros(paid.net))}{' '}
        {unknownRefunds > 0 && text.unknown(format.count(unknownRefunds))}
      </Box>
    </>
  );
}
