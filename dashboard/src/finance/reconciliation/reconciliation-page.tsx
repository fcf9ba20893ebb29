import '../../lists/cells.css';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useMerchants } from '../../accounts/merchants.tsx';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { isAnswered } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { accountsOf, type ReadFile } from './bank-file.ts';
import { BankFileField } from './bank-file-field.tsx';
import { Comparison } from './file-comparison.tsx';
import { NightPanel } from './night-panel.tsx';
import { reconciliationWords } from './words.ts';

/** What the nights found, and a bank's file compared with our movements in the browser: the file is not sent anywhere. */
export function ReconciliationPage() {
  const text = useWords(reconciliationWords);
  const { lisbon } = useWords(transactionWords);
  const [query, choose] = useQuery();
  const nights = useCall('POST /finance/nights/search', {});
  const accounts = accountsOf(useMerchants().data?.accounts ?? []);
  const [file, setFile] = useState<ReadFile & { number: number }>();
  const only = accounts.length === 1 ? accounts[0] : undefined;
  const account = query.get('account') ?? only ?? '';
  const read = (next: ReadFile | undefined) => {
    setFile((before) => next && { ...next, number: (before?.number ?? 0) + 1 });
  };
  return (
    <Page title={text.title} description={`${text.describe} ${lisbon}`}>
      <SpaceBetween size="l">
        <NightPanel called={nights} />
        {isAnswered(nights) && (
          <Container>
            <SpaceBetween size="l">
              <FormField label={text.account} description={text.accountHint}>
                <Select
                  // One from the address bar may be of no merchant that is known here.
                  options={[...new Set([...accounts, account])].filter(Boolean).map((value) => ({ value }))}
                  selectedOption={account === '' ? null : { value: account }}
                  placeholder={text.accountMissing}
                  onChange={({ detail }) => choose({ account: detail.selectedOption.value ?? '' })}
                />
              </FormField>
              <BankFileField onChange={read} />
            </SpaceBetween>
          </Container>
        )}
        {file && account !== '' && <Comparison key={`${account} ${file.number}`} account={account} file={file} />}
      </SpaceBetween>
    </Page>
  );
}
