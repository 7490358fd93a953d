import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { type createServer, listen as listenAt } from '../../src/server/server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Lets a server listen on a free port of this machine. */
export async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return (await listenAt(server, 0, '127.0.0.1')).port;
}

/** One request, its path sent as written. */
export function get(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers, host: '127.0.0.1', agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends these bytes and returns the response until the server closes. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply));
  });
}
