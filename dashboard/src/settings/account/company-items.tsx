import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import type { KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import type { Company } from '../../../../functions/merchants/accounts/company.ts';
import { useWords } from '../../i18n/language.ts';
import { companyWords } from './company-words.ts';

/** What a merchant has given about its company, for `KeyValuePairs`. */
export function useCompanyItems(company: Company | null): KeyValuePairsProps.Item[] {
  const text = useWords(companyWords);
  const shown = (name: keyof Company) => <span className="note">{company?.[name] ?? text.notGiven[name]}</span>;
  return [
    { label: text.name, value: shown('name') },
    {
      label: text.nif,
      value: (
        <>
          {shown('nif')}
          {company && <Box variant="small">{text.nifChecked}</Box>}
        </>
      ),
    },
    { label: text.contact, value: shown('contact') },
  ];
}
