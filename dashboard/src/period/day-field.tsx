import './day-field.css';
import Button from '@cloudscape-design/components/button';
import Calendar from '@cloudscape-design/components/calendar';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Popover, { type PopoverProps } from '@cloudscape-design/components/popover';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useWords } from '../i18n/language.ts';
import { dayInField, dayTyped, isTypedOut } from './typed-day.ts';
import { ownDaysWords } from './words.ts';

export interface DayFieldProps {
  label: string;
  /** `2026-11-20`; empty while what is typed is no day. */
  value: string;
  onChange: (day: string) => void;
  /** Why the day does not do, though it is one. */
  problem?: string | undefined;
  /** Shown below the field instead of how a day is typed. */
  note?: string | undefined;
  /** Why it is not the day of the address. */
  addressProblem?: string | undefined;
}

// The weekdays of `pt-PT` are too long for the calendar, segunda and not seg.; `pt` becomes it in a browser of `pt-PT`.
const CALENDAR_LOCALES: Readonly<Record<string, string>> = { 'pt-PT': 'pt-BR' };

/**
 * One day, typed as the language writes it or as ISO, or picked. Typed in part it changes nothing until it is left.
 * The calendar is large: no page of the first load imports this but lazily.
 */
export function DayField({ label, value, onChange, problem, note, addressProblem }: DayFieldProps) {
  const { locale } = useLanguage();
  const text = useWords(ownDaysWords);
  const [typed, setTyped] = useState('');
  const popover = useRef<PopoverProps.Ref>(null);
  useEffect(() => {
    if (value !== '') setTyped(dayInField(value, locale));
  }, [value, locale]);
  const read = (next: string) => {
    const day = dayTyped(next, locale) ?? '';
    if (day !== value) onChange(day);
    else if (day !== '') setTyped(dayInField(day, locale));
  };
  const type = (next: string) => {
    setTyped(next);
    if (isTypedOut(next)) read(next);
  };
  const pick = (day: string) => {
    popover.current?.focus();
    read(day);
  };
  return (
    <FormField
      label={label}
      errorText={value === '' ? text.dayProblem : problem}
      warningText={addressProblem}
      constraintText={note ?? text.dayForm}
    >
      <div className="day-field">
        <Input
          value={typed}
          onChange={({ detail }) => type(detail.value)}
          onBlur={() => read(typed)}
          onKeyDown={({ detail }) => detail.key === 'Enter' && read(typed)}
          placeholder={text.dayForm}
          autoComplete={false}
          spellcheck={false}
        />
        <Popover
          ref={popover}
          triggerType="custom"
          position="bottom"
          header={label}
          content={
            <Calendar
              value={value}
              onChange={({ detail }) => pick(detail.value)}
              ariaLabel={label}
              locale={CALENDAR_LOCALES[locale] ?? locale}
              startOfWeek={1}
            />
          }
        >
          <Button iconName="calendar" formAction="none" ariaLabel={text.pick(label)} />
        </Popover>
      </div>
    </FormField>
  );
}
