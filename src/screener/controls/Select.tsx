import type { ComponentProps } from 'react';

export interface SelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>({ value, options, onChange, ...others }: SelectProps<T>) {
  return (
    <select
      {...others}
      value={value}
      onChange={(event) => {
        const chosen = options.find(([each]) => each === event.target.value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
