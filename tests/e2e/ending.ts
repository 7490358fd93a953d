/** Runs with every file, in a worker that keeps the modules of the files before it: ends what the file has started. */
import { afterAll } from 'vitest';
import { endServers } from './product.ts';

afterAll(endServers);
