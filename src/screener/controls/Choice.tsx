interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
  /** Of the label; that of a form's field without it. */
  readonly className?: string;
}

/** One of a few, with its label. */
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
