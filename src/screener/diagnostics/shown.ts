/** Whether the diagnostics stand below the header: from the start when the address asks for them. */
import { proxy } from 'valtio';
import { wantsDiagnostics } from './backendChoice.ts';

export const diagnostics = proxy({ isShown: wantsDiagnostics() });

export function toggleDiagnostics(): void {
  diagnostics.isShown = !diagnostics.isShown;
}
