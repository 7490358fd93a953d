import { expect, it } from 'vitest';
import { drawerLine } from '../../src/screener/diagnostics/backends.ts';

it.each([
  [null, 'panorama drawn by: cpu: no picture has been tried yet'],
  [
    { chosen: 'webgl2', reason: null, cpuMs: 24, webglMs: 3, webglFirstMs: 60 },
    'panorama drawn by: webgl2 · webgl2 3.00 ms · webgl2 first 60 ms · cpu 24 ms · webgl2 8.0 times as fast',
  ],
  [
    { chosen: 'cpu', reason: 'it is no faster', cpuMs: 5, webglMs: 20, webglFirstMs: 90 },
    'panorama drawn by: cpu: it is no faster · webgl2 20 ms · webgl2 first 90 ms · cpu 5.00 ms · cpu 4.0 times as fast',
  ],
  [
    { chosen: 'cpu', reason: 'WebGL 2 is not to be had', cpuMs: Number.NaN, webglMs: Number.NaN, webglFirstMs: Number.NaN },
    'panorama drawn by: cpu: WebGL 2 is not to be had',
  ],
] as const)('the diagnostics say who draws the panorama, why, and by how much: %o', (choice, line) => {
  expect(drawerLine(choice)).toBe(line);
});
