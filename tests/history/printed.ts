import { expect, vi } from 'vitest';

async function captured(run: () => Promise<number>, stream: NodeJS.WriteStream): Promise<{ text: string; status: number }> {
  let text = '';
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((each) => typeof each === 'function');
    if (typeof done === 'function') done();
    return true;
  });
  try {
    return { status: await run(), text };
  } finally {
    write.mockRestore();
  }
}

/** The output of a successful command. */
export async function printed(run: () => Promise<number>): Promise<string> {
  const { text, status } = await captured(run, process.stdout);
  expect(status).toBe(0);
  return text;
}

/** The errors of a failed command without output. */
export async function errorOf(run: () => Promise<number>): Promise<string> {
  let status = 0;
  const { text } = await captured(async () => {
    const out = await captured(run, process.stdout);
    status = out.status;
    expect(out.text).toBe('');
    return status;
  }, process.stderr);
  expect(status).toBe(2);
  return text;
}
