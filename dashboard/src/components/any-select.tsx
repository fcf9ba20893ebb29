import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';

interface AnySelectProps<Value extends string> {
  label: string;
  hint?: string;
  /** Empty: any. */
  value: string;
  /** The choice of any. */
  any: string;
  /** The others, in their order. */
  values: readonly Value[];
  labelOf: (value: Value) => string;
  onChange: (value: string) => void;
}

/** A field of a filter: one of some values, or any. */
export function AnySelect<Value extends string>({
  label,
  hint,
  value,
  any,
  values,
  labelOf,
  onChange,
}: AnySelectProps<Value>) {
  const options = [{ value: '', label: any }, ...values.map((each) => ({ value: each, label: labelOf(each) }))];
  return (
    <FormField label={label} constraintText={hint}>
      <Select
        options={options}
        selectedOption={options.find((option) => option.value === value) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
