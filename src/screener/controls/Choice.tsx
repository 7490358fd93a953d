import { Select, type SelectProps } from './Select.tsx';

interface ChoiceProps<T extends string> extends SelectProps<T> {
  readonly label: string;
}

/** Labelled select. @param className of the label; a form field by default */
export function Choice<T extends string>({ label, className = 'field', ...select }: ChoiceProps<T>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Select renders the control
    <label className={className}>
      <span>{label}</span>
      <Select {...select} />
    </label>
  );
}
