import Select from '@cloudscape-design/components/select';

interface AnySelectProps<Value extends string> {
  /** Empty: any. */
  value: string;
  /** The choice of any. */
  any: string;
  /** The others, in their order. */
  values: readonly Value[];
  labelOf: (value: Value) => string;
  onChange: (value: string) => void;
  ariaLabel?: string;
  invalid?: boolean;
}

/** One of some values, or any. */
export function AnySelect<Value extends string>({
  value,
  any,
  values,
  labelOf,
  onChange,
  ...select
}: AnySelectProps<Value>) {
  const options = [{ value: '', label: any }, ...values.map((each) => ({ value: each, label: labelOf(each) }))];
  return (
    <Select
      {...select}
      options={options}
      selectedOption={options.find((option) => option.value === value) ?? null}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
}
