/** A page's visit, checked in detail. Used by the load test and the soak. */
import { type Agent, get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Random } from '../random.ts';

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(port: number, path: string, agent: Agent, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, headers, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

const ENCODINGS = ['', 'gzip', 'br', 'gzip, br'];

function plain({ headers, body }: Got): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** Last response of each country, and the number of its rows: most visits get the same text again. */
const counted = new Map<string, { readonly text: Buffer; readonly rows: number }>();

function rowsOf(code: string, text: Buffer): number {
  const known = counted.get(code);
  if (known?.text.equals(text)) return known.rows;
  const rows = (JSON.parse(text.toString()) as { tickerIndex: unknown[] }).tickerIndex.length;
  counted.set(code, { text, rows });
  return rows;
}

/** Six requests: the page, the list of countries, both responses of one of them, one of these again with its ETag, and an unknown path. */
export async function fire(port: number, agent: Agent, random: Random): Promise<{ build: string; problems: string[] }> {
  const problems: string[] = [];
  const check = (name: string, isRight: boolean, said: unknown = ''): void => {
    if (!isRight) problems.push(`${name} ${String(said)}`);
  };
  try {
    const page = await ask(port, '/', agent, { 'accept-encoding': ENCODINGS[random.below(ENCODINGS.length)] ?? '' });
    check('page', page.status === 200 && plain(page).includes('<title>'), page.status);
    const countries = await ask(port, '/api/screener/countries', agent);
    check('countries', countries.status === 200, countries.status);
    const build = String(countries.headers['x-panscreen-build']);
    const codes = Object.keys(JSON.parse(countries.body.toString()) as object);
    const code = codes[random.below(codes.length)];
    const [vector, indexing] = await Promise.all([
      ask(port, `/api/screener/vector/${code}?build=${build}`, agent),
      ask(port, `/api/screener/vector-indexing/${code}?build=${build}`, agent, {
        'accept-encoding': ENCODINGS[random.below(ENCODINGS.length)] ?? '',
      }),
    ]);
    check('vector', vector.status === 200 && vector.body.length === Number(vector.headers['content-length']), vector.status);
    check('indexing', indexing.status === 200, indexing.status);
    const isOne = vector.headers['x-panscreen-build'] === build && indexing.headers['x-panscreen-build'] === build;
    check('mixed builds', isOne, `${build} ${vector.headers['x-panscreen-build']} ${indexing.headers['x-panscreen-build']}`);
    const rows = rowsOf(String(code), plain(indexing));
    check('rows', rows > 0 && vector.body.length % (4 * rows) === 0, `${rows} ${vector.body.length}`);
    const again = await ask(port, `/api/screener/vector/${code}?build=${build}`, agent, {
      'if-none-match': String(vector.headers.etag),
    });
    check('again', again.status === 304 && again.body.length === 0, again.status);
    const nowhere = await ask(port, '/nowhere', agent);
    check('nowhere', nowhere.status === 404, nowhere.status);
    return { build, problems };
  } catch (error) {
    return { build: '', problems: [...problems, String(error)] };
  }
}
