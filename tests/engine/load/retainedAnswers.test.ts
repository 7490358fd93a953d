import { MessageChannel as NodeChannel } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { type Handing, RetainedAnswers } from '../../../src/engine/load/retainedAnswers.ts';

const BASE = 'http://localhost/api/screener/';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function retained(): RetainedAnswers {
  const made = new RetainedAnswers();
  made.add(`${BASE}header-index?build=b`, new Headers({ etag: '"h"', 'set-cookie': 'a=b' }), bytes('{}'));
  made.add(`${BASE}countries`, new Headers({ etag: '"c"', 'x-panscreen-build': 'b' }), bytes('{"US":1}'));
  made.add(`${BASE}vector/US?build=b`, new Headers(), bytes('four'));
  made.add(`${BASE}vector/DE?build=b`, new Headers(), bytes('half'));
  return made;
}

/** What arrives on the port when all but the answers of these addresses are requested. */
async function taken(from: RetainedAnswers, isGood: (url: string) => boolean, known: readonly string[] = []): Promise<Handing[]> {
  const { port1, port2 } = new NodeChannel();
  const output: Handing[] = [];
  from.handOver(port1 as unknown as MessagePort, isGood);
  await new Promise<void>((ended) => {
    port2.on('message', (message: Handing) => {
      output.push(message);
      if (message.kind === 'end') ended();
      else
        port2.postMessage(
          message.kind === 'offer' && !known.some((path) => message.url.startsWith(BASE + path)) ? 'wanted' : 'next',
        );
    });
    port2.postMessage('next');
  });
  port2.close();
  return output;
}

const answers = (output: readonly Handing[]): string[] =>
  output.flatMap((message) =>
    message.kind === 'answer' ? [`${message.url.slice(BASE.length)} ${new TextDecoder().decode(message.body)}`] : [],
  );

describe('the answers of a load', () => {
  it('are handed over as they were received, the list of countries last, since it names the build of all', async () => {
    const output = await taken(retained(), () => true);
    expect(answers(output)).toEqual([
      'header-index?build=b {}',
      'vector/US?build=b four',
      'vector/DE?build=b half',
      'countries {"US":1}',
    ]);
    const headers = output.flatMap((message) => (message.kind === 'answer' ? [message.headers] : []));
    expect(headers[0]).toEqual([['etag', '"h"']]);
    expect(headers.at(-1)).toEqual([
      ['etag', '"c"'],
      ['x-panscreen-build', 'b'],
    ]);
  });

  it('are not handed over if they are known already, or of a country that failed to load', async () => {
    const output = await taken(retained(), (url) => !url.includes('/DE'), ['vector/US', 'header-index']);
    expect(answers(output)).toEqual(['countries {"US":1}']);
    expect(output.filter(({ kind }) => kind === 'offer')).toHaveLength(3);
  });

  it('are gone once they have been released', async () => {
    const dropped = retained();
    dropped.drop();
    dropped.add(`${BASE}vector/FR`, new Headers(), bytes('late'));
    expect(await taken(dropped, () => true)).toEqual([{ kind: 'end' }]);
  });

  it('beyond the limit are not retained at all', async () => {
    const large = retained();
    large.add(`${BASE}vector/FR`, new Headers(), { byteLength: 256 * 1024 * 1024 } as Uint8Array);
    expect(await taken(large, () => true)).toEqual([{ kind: 'end' }]);
  });
});
