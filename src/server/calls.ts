import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerType } from '../wire/manifest.ts';
import type { FoundAnswer, Published } from './builds.ts';
import { IMMUTABLE, negotiate, REVALIDATE } from './headers.ts';
import { type Representation, send, sendError } from './send.ts';

export const API_ROOT = '/api/';
const CALLS_ROOT = '/api/screener/';
/** Build of a response; `?build=` requests further responses from the same build. */
const BUILD_HEADER = 'x-panscreen-build';
const RETRY_AFTER_S = 5;

interface Call {
  readonly call: string;
  /** Requested build, if any. */
  readonly build: string | null;
}

/** Immutable if the request names the build, since that is a hash of its content. */
function representationOf(
  published: Published,
  { answer, build }: FoundAnswer,
  asked: Call,
  acceptEncoding: string | undefined,
): Representation {
  const offered = (['br', 'gzip'] as const).filter((encoding) => answer[encoding]);
  const encoding = negotiate(acceptEncoding, offered);
  const file = (encoding && answer[encoding]) || answer;
  return {
    status: 200,
    type: answerType(asked.call) ?? 'application/octet-stream',
    encoding,
    etag: `"${file.file}"`,
    bytes: file.bytes,
    cacheControl: asked.build === build ? IMMUTABLE : REVALIDATE,
    open: () => published.open(file),
  };
}

/** Answers one of the five calls. */
export async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  published: Published,
  path: string,
  build: string | null,
): Promise<void> {
  const call = path.startsWith(CALLS_ROOT) ? path.slice(CALLS_ROOT.length) : '';
  const found = await published.find(call, build);
  if (!found) {
    if (await published.manifest()) return sendError(request, response, 404, `there is no call ${path}`);
    response.setHeader('retry-after', RETRY_AFTER_S);
    return sendError(request, response, 503, 'no data are published yet');
  }
  const sendFound = async (found: FoundAnswer): Promise<void> => {
    response.setHeader(BUILD_HEADER, found.build);
    const encoding = request.headers['accept-encoding'];
    await send(request, response, representationOf(published, found, { call, build }, encoding));
  };
  try {
    await sendFound(found);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // Two builds have been published since the manifest was read, and the file was removed.
    const again = await published.find(call, build);
    if (!again) throw error;
    await sendFound(again);
  }
}
