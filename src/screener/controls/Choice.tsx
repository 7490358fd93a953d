interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
  /** Class of the label; a form field by default. */
  readonly className?: string;
}

/** Labelled select. */
export function Choice<T extends string>({ label, value, options, onChange, className = 'field' }: ChoiceProps<T>) {
  return (
    <label className={className}>
      <span>{label}</span>
      <select
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
    </label>
  );
}
