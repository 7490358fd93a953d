// Loaded into processes by --import: counts their disk writes in a file, and kills the whole process group with the last one
// half done. PANSCREEN_TEST_KILL is `file:count`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [, counter, last] = /^(.*):(\d+)$/.exec(process.env.PANSCREEN_TEST_KILL ?? '') ?? [];
const { closeSync, fstatSync, openSync, writeSync } = fs;

/** Counts one more disk write of all processes. Returns whether it is the last one. */
function isLast() {
  const file = openSync(counter, 'a');
  writeSync(file, '.');
  const { size } = fstatSync(file);
  closeSync(file);
  return size >= Number(last);
}

const die = () => process.kill(0, 'SIGKILL');
const half = (data) => (typeof data === 'string' ? data.slice(0, data.length >> 1) : data.subarray(0, data.byteLength >> 1));

if (counter !== undefined) {
  const { open, writeFile } = fs.promises;
  fs.promises.open = async (...given) => {
    if (given[1] !== undefined && given[1] !== 'r' && typeof given[1] !== 'number' && isLast()) {
      await open(...given);
      die();
    }
    const file = await open(...given);
    for (const name of ['write', 'writeFile']) {
      const real = file[name].bind(file);
      file[name] = async (data, ...rest) => {
        if (!isLast()) return await real(data, ...rest);
        await file.writeFile(half(data));
        return die();
      };
    }
    return file;
  };
  fs.promises.writeFile = async (path, data, ...rest) => {
    if (!isLast()) return await writeFile(path, data, ...rest);
    await writeFile(path, half(data), ...rest);
    return die();
  };
  for (const name of ['rename', 'rm', 'mkdir', 'unlink', 'copyFile', 'link', 'truncate', 'utimes']) {
    const real = fs.promises[name];
    fs.promises[name] = async (...given) => (isLast() ? die() : await real(...given));
    const realSync = fs[`${name}Sync`];
    fs[`${name}Sync`] = (...given) => (isLast() ? die() : realSync(...given));
  }
  const { write, writeFileSync } = fs;
  // Standard output and error are not on a disk.
  fs.write = (file, ...given) => (file > 2 && isLast() ? die() : write(file, ...given));
  fs.writeSync = (file, data, ...given) => (file > 2 && isLast() ? die() : writeSync(file, data, ...given));
  fs.writeFileSync = (path, data, ...rest) => (isLast() ? die() : writeFileSync(path, data, ...rest));
  syncBuiltinESMExports();
}
