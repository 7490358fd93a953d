import { isMainThread, workerData } from 'node:worker_threads';

/** workerData of the pool's threads. */
export const WORK_THREAD = 'panscreen-work';

/** Whether this is a thread of the pool. */
export const isWorkThread = !isMainThread && workerData === WORK_THREAD;
