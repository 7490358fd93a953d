/** Whether the diagnostics are shown; initially when the address requests them. */
import { proxy } from 'valtio';
import { wantsDiagnostics } from './backendChoice.ts';

export const diagnostics = proxy({ isShown: wantsDiagnostics() });

export function toggleDiagnostics(): void {
  diagnostics.isShown = !diagnostics.isShown;
}
