/** Who draws the panorama on this machine, as the trial of its first pictures decided. */
import { proxy } from 'valtio';
import type { DrawerChoice } from '../../engine/panorama/trial.ts';
import { asRef, type Ref } from './store.ts';

/** Null until a panorama has been tried. */
export const drawer = proxy<{ choice: Ref<DrawerChoice> | null }>({ choice: null });

export function takeDrawer(choice: DrawerChoice): void {
  drawer.choice = asRef(choice);
}
