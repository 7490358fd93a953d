/** The panorama's renderer, chosen by timing the first pictures. */
import { proxy } from 'valtio';
import type { DrawerChoice } from '../../engine/panorama/trial.ts';
import { asRef, type Ref } from './store.ts';

/** Null before the first panorama. */
export const drawer = proxy<{ choice: Ref<DrawerChoice> | null }>({ choice: null });

export function takeDrawer(choice: DrawerChoice): void {
  drawer.choice = asRef(choice);
}
