/** What the browser runs of the kernels' measurements. */
import { measureKernels } from './kernels.ts';

Object.assign(globalThis, { measureKernels });
