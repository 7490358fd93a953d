import { vi } from 'vitest';

export interface Captured {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process: its exit status and output. */
export async function captured(command: (args: string[]) => Promise<number>, ...args: string[]): Promise<Captured> {
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      return true;
    }),
  );
  try {
    return { status: await command(args), ...texts };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
