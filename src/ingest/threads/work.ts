/** Tasks for worker threads: pure functions. */
import { parentPort } from 'node:worker_threads';
import { filingLines } from '../history/secFilings.ts';
import { recordOf } from '../sources/sec/record.ts';

export const WORK = { companyRecord: recordOf, filingLines };

export type WorkKind = keyof typeof WORK;
export type Question<Kind extends WorkKind> = Parameters<(typeof WORK)[Kind]>[0];
export type Answer<Kind extends WorkKind> = ReturnType<(typeof WORK)[Kind]>;

export interface Asked<Kind extends WorkKind = WorkKind> {
  readonly id: number;
  readonly kind: Kind;
  readonly question: Question<Kind>;
}

export type Answered = { readonly id: number } & ({ readonly answer: Answer<WorkKind> } | { readonly fault: string });

export function answer<Kind extends WorkKind>(kind: Kind, question: Question<Kind>): Answer<Kind> {
  const work = WORK[kind] as (asked: Question<Kind>) => Answer<Kind>;
  return work(question);
}

export function answerQuestions(): void {
  parentPort!.on('message', ({ id, kind, question }: Asked) => {
    let answered: Answered;
    try {
      answered = { id, answer: answer(kind, question) };
    } catch (error) {
      answered = { id, fault: error instanceof Error ? error.message : String(error) };
    }
    parentPort!.postMessage(answered);
  });
}
