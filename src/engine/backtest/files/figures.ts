/** Figures as printed in tables. */
export const percent = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(2)} %`);
export const ratio = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
