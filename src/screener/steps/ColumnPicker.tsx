import { lazyPart } from '../../shell/lazyPart.tsx';

/** Fetched when a first form is opened: the list that is searched weighs more than all forms. */
export const ColumnPicker = lazyPart(async () => (await import('./ColumnCombobox.tsx')).ColumnCombobox);
