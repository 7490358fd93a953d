/** The browser's part of the kernel measurements. */
import { measureKernels } from './kernels.ts';

Object.assign(globalThis, { measureKernels });
