import { lazyPart } from '../../shell/lazyPart.tsx';

/** Loaded with the first form: the combobox is larger than all forms. */
export const ColumnPicker = lazyPart(async () => (await import('./ColumnCombobox.tsx')).ColumnCombobox);
