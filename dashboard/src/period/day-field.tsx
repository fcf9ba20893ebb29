import DatePicker from '@cloudscape-design/components/date-picker';
import { useLanguage } from '../i18n/language.ts';

export interface DayFieldProps {
  value: string;
  onChange: (day: string) => void;
  isInvalid?: boolean;
}

/** One day, typed or picked, `2026-11-20`. The calendar is large: no page of the first load imports this but lazily. */
export function DayField({ value, onChange, isInvalid = false }: DayFieldProps) {
  const { locale } = useLanguage();
  return (
    <DatePicker
      value={value}
      onChange={({ detail }) => onChange(detail.value)}
      format="iso"
      inputFormat="iso"
      locale={locale}
      placeholder="2026-11-20"
      invalid={isInvalid}
      expandToViewport
    />
  );
}
