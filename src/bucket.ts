/** The only adapter of S3-compatible object stores: objects below a prefix of a bucket, addressed as s3://bucket/prefix. */
import { AwsClient } from 'aws4fetch';

const ADDRESS = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>.*))?$/;
const REGION = 'us-east-1';
/** Keys per page of a listing, the most that stores return. */
const LIST_LENGTH = 1000;
const TRIES_MAX = 4;
const FIRST_PAUSE_MS = 100;
/** Time after which a request without an answer is retried. */
const ANSWER_MS_MAX = 60_000;
const MESSAGE_CHARS_MAX = 200;
const OBJECT_BYTES_MAX = 1024 ** 3;

export function isBucketAddress(place: string): boolean {
  return place.startsWith('s3://');
}

class BucketError extends Error {}

export interface Stored {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export interface PutOptions {
  readonly type: string;
  readonly cacheControl: string;
}

/** Environment variables, as for the AWS command line. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Objects below an address's prefix. Endpoint and keys come from AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION or AWS_DEFAULT_REGION; without keys, requests are unsigned, which suffices to
 * read a public bucket. Buckets are named in the path, which every server supports.
 */
export class Bucket {
  readonly address: string;
  readonly #prefix: string;
  readonly #root: string;
  readonly #client: AwsClient | null;

  /** @throws for an invalid address or endpoint */
  constructor(address: string, environment: Environment) {
    const found = ADDRESS.exec(address)?.groups;
    if (!found) throw new Error(`${address} is not an address such as s3://bucket/prefix`);
    const prefix = (found.prefix ?? '').replaceAll(/\/+/g, '/').replaceAll(/^\/|\/$/g, '');
    if (prefix.split('/').some((part) => part === '.' || part === '..')) throw new Error(`${address}: the prefix has “..” in it`);
    const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || REGION;
    const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`;
    if (!/^https?:\/\/[^/]/.test(endpoint)) throw new Error(`AWS_ENDPOINT_URL is not a URL: ${endpoint}`);
    const [accessKeyId, secretAccessKey] = [environment.AWS_ACCESS_KEY_ID, environment.AWS_SECRET_ACCESS_KEY];
    if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
      throw new Error('one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set, the other is not');
    this.address = `s3://${found.bucket}/${prefix}`;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#root = `${endpoint.replace(/\/+$/, '')}/${found.bucket}`;
    this.#client =
      accessKeyId && secretAccessKey
        ? new AwsClient({
            accessKeyId,
            secretAccessKey,
            ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
            region,
            service: 's3',
            retries: 0,
          })
        : null;
  }

  /** An object, null when there is none, or 'same' when it still has that ETag. Throws for more than `bytesMax` bytes. */
  async get(key: string, knownEtag?: string, bytesMax = OBJECT_BYTES_MAX): Promise<Stored | null | 'same'> {
    const response = await this.#fetch('GET', this.#url(key), {
      ...(knownEtag && { headers: { 'if-none-match': knownEtag } }),
    });
    if (response.status === 304) return 'same';
    if (response.status === 404) return null;
    await expectOk(response, `${this.address}/${key}`);
    return { bytes: await bodyOf(response, bytesMax, `${this.address}/${key}`), etag: response.headers.get('etag') ?? '' };
  }

  /** Writes an object in one request: readers see either the old or the new one, whole. */
  async put(key: string, bytes: Uint8Array, { type, cacheControl }: PutOptions): Promise<void> {
    const headers = { 'content-type': type, 'cache-control': cacheControl };
    const response = await this.#fetch('PUT', this.#url(key), { headers, body: bytes as Uint8Array<ArrayBuffer> });
    await expectOk(response, `${this.address}/${key}`);
  }

  async remove(key: string): Promise<void> {
    const response = await this.#fetch('DELETE', this.#url(key), {});
    if (response.status !== 404) await expectOk(response, `${this.address}/${key}`);
  }

  /** Keys below a folder of the prefix, each with its length in bytes. */
  async list(folder: string, pageLength = LIST_LENGTH): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: `${this.#prefix}${folder}/`,
        'max-keys': String(pageLength),
      });
      if (token !== undefined) query.set('continuation-token', token);
      const response = await this.#fetch('GET', `${this.#root}?${query}`, {});
      await expectOk(response, this.address);
      const text = await response.text();
      for (const [, contents = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = elementOf(contents, 'Key');
        if (key?.startsWith(this.#prefix)) found.set(key.slice(this.#prefix.length), Number(elementOf(contents, 'Size')));
      }
      token = elementOf(text, 'IsTruncated') === 'true' ? elementOf(text, 'NextContinuationToken') : undefined;
    } while (token !== undefined);
    return found;
  }

  #url(key: string): string {
    return `${this.#root}/${`${this.#prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** Retries, with growing pauses, when the store does not answer or is temporarily unavailable. */
  async #fetch(method: string, url: string, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        const options = { ...init, method, signal: AbortSignal.timeout(ANSWER_MS_MAX) };
        const response = this.#client ? await this.#client.fetch(url, options) : await fetch(url, options);
        if (attempt === TRIES_MAX || !(response.status >= 500 || response.status === 429)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (attempt === TRIES_MAX) {
          const { cause, message } = error as Error & { cause?: Error };
          throw new BucketError(`${this.address}: ${new URL(url).host} does not answer: ${cause?.message || message}`, {
            cause: error,
          });
        }
      }
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 4 ** (attempt - 1) * (0.5 + Math.random())));
    }
  }
}

async function bodyOf(response: Response, bytesMax: number, place: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) throw new BucketError(`${place} has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function expectOk(response: Response, place: string): Promise<void> {
  if (response.ok) return;
  const text = await response.text();
  const message = elementOf(text, 'Message') ?? elementOf(text, 'Code') ?? text.slice(0, MESSAGE_CHARS_MAX);
  throw new BucketError(`${place}: ${response.status} ${message.trim()}`);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text of the first element of that name in the store's XML. */
function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, entity: string) => ENTITIES[entity]!);
}
