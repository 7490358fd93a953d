// Loaded into a process by --import: after so many bytes every write fails, as on a full disk. PANSCREEN_TEST_DISK is `command:bytes`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [command, bytes] = (process.env.PANSCREEN_TEST_DISK ?? '').split(':');
if (process.argv[2] === command) {
  let left = Number(bytes);
  const take = (data) => {
    left -= typeof data === 'string' ? Buffer.byteLength(data) : (data?.byteLength ?? 0);
    if (left < 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' });
  };
  const { open, writeFile } = fs.promises;
  fs.promises.open = async (...given) => {
    const file = await open(...given);
    for (const name of ['write', 'writeFile', 'appendFile']) {
      const real = file[name].bind(file);
      file[name] = async (data, ...rest) => {
        take(data);
        return await real(data, ...rest);
      };
    }
    return file;
  };
  fs.promises.writeFile = async (path, data, ...rest) => {
    take(data);
    return await writeFile(path, data, ...rest);
  };
  const { write, writev, writeSync, writeFileSync } = fs;
  const failing = (real, dataOf) =>
    function (...given) {
      try {
        // Standard output and error are no disk.
        if (given[0] > 2) for (const data of dataOf(given)) take(data);
      } catch (error) {
        const done = given.at(-1);
        if (typeof done !== 'function') throw error;
        process.nextTick(done, error);
        return;
      }
      return real.apply(this, given);
    };
  fs.write = failing(write, (given) => [given[1]]);
  fs.writev = failing(writev, (given) => given[1]);
  fs.writeSync = failing(writeSync, (given) => [given[1]]);
  fs.writeFileSync = (path, data, ...rest) => {
    take(data);
    return writeFileSync(path, data, ...rest);
  };
  syncBuiltinESMExports();
}
