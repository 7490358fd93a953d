/** Opens a column's menu; the grid, which knows the header's position, provides the handler. */
import { makeSlot } from '../frame/slot.ts';

const menu = makeSlot<(columnId: string) => void>();
export const onMenu = menu.provide;

export function openMenu(columnId: string): void {
  menu.current()?.(columnId);
}
