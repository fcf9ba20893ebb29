import { useMemo } from 'react';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';
import { call } from '../../api/client.ts';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import type { Days } from '../../period/days.ts';
import { ExportModal } from '../../transactions/export/export-modal.tsx';
import type { PartRequest } from '../../transactions/export/use-export.ts';
import { useMerchantName } from '../../transactions/export/use-merchant-name.ts';
import { useRefundTexts } from './refund-texts.ts';
import { refundsHead, refundsPart } from './refunds-csv.ts';

/** Refunds of one part of the file, at a read unit each. */
const PART = 250;

interface RefundsExportProps {
  days: Days;
  /** Empty: all. */
  merchantId: string;
  onClose: () => void;
}

/** The file of a period's refunds. */
export function RefundsExport({ days: { from, to }, merchantId, onClose }: RefundsExportProps) {
  const text = useRefundTexts();
  const common = useText('csvExport');
  const format = useFormat();
  const { catalogue } = useLanguage();
  const nameOf = useMerchantName();
  const source = useMemo(() => {
    const words = { text, catalogue, nameOf };
    const part = async ({ cursor, exportedAt }: PartRequest, signal: AbortSignal) => {
      const input = {
        ...{ from, to, limit: PART },
        ...(merchantId !== '' && { merchantId }),
        ...(cursor !== null && { cursor }),
      };
      const page = await call('POST /finance/refunds/search', input, signal);
      const { refunds, scannedUntil, merchants } = page;
      return {
        text: refundsPart(refunds, words, exportedAt),
        rows: refunds.length,
        share: merchants ? merchants.scanned / merchants.of : shareOf({ from, to }, scannedUntil),
        ...{ scannedUntil, merchants, cursor: page.cursor },
      };
    };
    return { head: refundsHead(words), part };
  }, [from, to, merchantId, text, catalogue, nameOf]);
  return (
    <ExportModal
      source={source}
      fileName={`refunds-${from}-${to}.csv`}
      memoryName={['refunds', merchantId, from, to].join(' ')}
      what={text.file.what}
      period={common.period(text.period, format.day(from), format.day(to))}
      onClose={onClose}
    />
  );
}

/** How much of the period lies after `scannedUntil` (ISO 8601), from 0 to 1. */
function shareOf({ from, to }: Days, scannedUntil: string): number {
  const [fromMs, toMs] = [lisbonDay(from)?.fromMs ?? 0, lisbonDay(to)?.toMs ?? 1];
  return (toMs - Date.parse(scannedUntil)) / (toMs - fromMs);
}
