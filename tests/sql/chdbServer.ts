/** A ClickHouse in this process behind its HTTP interface. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession, type Session } from './engines.ts';
import { type Answer, type Asked, openFakeServer } from './server.ts';

export interface ChdbServer {
  readonly address: string;
  readonly session: Session;
  readonly asked: readonly Asked[];
  /** Loads that it accepts before it closes the connection. */
  loadsLeft: number;
  readonly close: () => Promise<void>;
}

/** @param folder for its data and loads */
export async function openChdbServer(folder: string): Promise<ChdbServer> {
  const session = await openSession(join(folder, 'chdb'));
  const answer = ({ query, body }: Asked): Answer => {
    // The engine in this process has one user, who may write.
    if (query.includes('system.settings')) return { body: '[1]\n' };
    try {
      if (!query.endsWith('FORMAT RowBinary')) return { body: session.query(query, 'JSONCompactEachRow') };
      if (server.loadsLeft-- <= 0) return 'hang up';
      const path = join(folder, 'load.bin');
      writeFileSync(path, body);
      return { body: session.query(query.replace('FORMAT RowBinary', `FROM INFILE '${path}' FORMAT RowBinary`)) };
    } catch (error) {
      return { code: 1, error: (error as Error).message };
    }
  };
  const fake = await openFakeServer(answer);
  const server: ChdbServer = {
    address: fake.address,
    session,
    asked: fake.asked,
    loadsLeft: Number.POSITIVE_INFINITY,
    async close() {
      await fake.close();
      session.close();
    },
  };
  return server;
}
