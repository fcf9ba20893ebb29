import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { MerchantField } from '../../accounts/merchant-field.tsx';
import { useMerchants } from '../../accounts/merchants.tsx';
import { type ApiError, apiErrorOf } from '../../api/api-error.ts';
import { call, type Input } from '../../api/client.ts';
import { serviceNow } from '../../api/service-time.ts';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useText } from '../../i18n/language.ts';
import { DayField } from '../../period/day-field.tsx';
import { addDays, isDay, today } from '../../period/days.ts';
import { useOwnDaysText } from '../../period/own-days-text.ts';
import { useAddressProblem } from '../../period/use-address-problem.ts';
import { withValue } from '../finance-query.ts';
import { BankAccountField } from './bank-account-field.tsx';
import { accountMeant, accountsOf } from './bank-file.ts';
import { BankFileField } from './bank-file-field.tsx';
import { ReconciliationReport } from './reconciliation-report.tsx';
import { useReconciliationTexts } from './reconciliation-texts.ts';
import { type Reconciled, rechecked } from './verdict.ts';

type Asked = Input<'POST /finance/reconciliation'>;

/** Compares one day with the bank: with its file both sides, without it a query for each of our payments. */
export function ReconciliationPage() {
  const text = useReconciliationTexts();
  const words = useText('transactions');
  const common = useText('common');
  const dayText = useOwnDaysText();
  const [query, change] = useQuery();
  const named = query.get('day');
  const now = today(serviceNow());
  const canBe = (name: string) => isDay(name) && name <= now;
  const isNamed = named !== null && canBe(named);
  const day = isNamed ? named : addDays(now, -1);
  const addressProblem = useAddressProblem(named !== null && !isNamed ? named : undefined, day, () =>
    change(withValue(query, 'day', day)),
  );
  const merchantId = query.get('merchant') ?? '';
  const merchants = useMerchants();
  const [typedDay, setTypedDay] = useState(day);
  const [bankFile, setBankFile] = useState<string>();
  // With what was asked for, since the fields may have changed since.
  const [compared, setCompared] = useState<{ asked: Asked; report: Reconciled }>();
  const [failed, setFailed] = useState<{ asked: Asked; error: ApiError }>();
  const [isRunning, setRunning] = useState(false);
  const isOfFile = bankFile !== undefined;
  // Without a file all accounts are compared unless one is chosen.
  const account = query.get('account') ?? (isOfFile ? accountMeant(merchants, merchantId) : '');
  const isUnclear = isOfFile && account === '' && accountsOf(merchants).length > 0;
  const run = async (asked: Asked) => {
    const { transactionIds } = asked;
    setRunning(true);
    setFailed(undefined);
    if (!transactionIds) setCompared(undefined);
    try {
      const report = await call('POST /finance/reconciliation', asked);
      setCompared((before) =>
        before && transactionIds
          ? { ...before, report: rechecked(before.report, report, transactionIds) }
          : { asked, report },
      );
    } catch (caught) {
      setFailed({ asked, error: apiErrorOf(caught) });
    }
    setRunning(false);
  };
  const compare = () =>
    run({
      day,
      ...(merchantId !== '' && { merchantId }),
      ...(account !== '' && { account }),
      ...(bankFile !== undefined && { bankFile }),
    });
  const chooseDay = (next: string) => {
    setTypedDay(next);
    if (canBe(next)) change(withValue(query, 'day', next));
  };
  return (
    <Page title={text.title} description={`${text.describe} ${words.lisbon}`}>
      <SpaceBetween size="l">
        <Container
          footer={
            <Button variant="primary" loading={isRunning} disabled={!canBe(typedDay) || isUnclear} onClick={compare}>
              {compared ? text.again : text.run}
            </Button>
          }
        >
          <SpaceBetween size="l">
            <ColumnLayout columns={3} minColumnWidth={220}>
              <DayField
                label={text.day}
                value={typedDay}
                onChange={chooseDay}
                problem={typedDay > now ? dayText.aheadProblem : undefined}
                addressProblem={addressProblem === undefined ? undefined : dayText.addressDay}
              />
              <MerchantField
                value={merchantId}
                onChange={(next) => change(withValue(query, 'merchant', next))}
                hint={text.merchantHint}
              />
              <BankAccountField
                value={account}
                accounts={accountsOf(merchants)}
                isAskedFor={isUnclear}
                onChange={(next) => change(withValue(query, 'account', next))}
              />
            </ColumnLayout>
            <BankFileField onChange={setBankFile} />
          </SpaceBetween>
        </Container>
        {isRunning && <LoadingState text={text.running} />}
        {failed && (
          <ErrorState
            error={failed.error}
            onRetry={() => run(failed.asked)}
            {...(compared && { note: common.stale })}
          />
        )}
        {compared && (
          <ReconciliationReport
            report={compared.report}
            isRunning={isRunning}
            onRecheck={(transactionIds) => run({ ...compared.asked, transactionIds })}
          />
        )}
      </SpaceBetween>
    </Page>
  );
}
