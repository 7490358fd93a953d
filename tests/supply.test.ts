/** The parts that we did not make: named exactly, checked, for every platform, without scripts, under licences that go together with ours. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  lockfileVersion: number;
  packages: Record<string, Package>;
};
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/** For what is shipped: no duty but to name the authors. */
const SHIPPED_LICENCES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'Unlicense', 'MIT OR Apache-2.0'];
/** Packages that the page is built of, with what they need: tools to who installs, but shipped all the same. */
function builtIn(): Set<string> {
  const sources = ['src', 'kernels'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, name), 'utf8')),
  );
  const found = new Set<string>();
  const add = (name: string): void => {
    const path = `node_modules/${name}`;
    if (found.has(path) || !lock.packages[path]) return;
    found.add(path);
    for (const next of Object.keys({ ...lock.packages[path].dependencies, ...lock.packages[path].peerDependencies })) add(next);
  };
  for (const [, name] of sources.join('\n').matchAll(/(?:from |import\()'((?:@[\w.-]+\/)?[\w.-]+)[^']*'/g)) add(name!);
  return found;
}

/** For tools as well: copyleft file by file, which does not reach what a tool works on. */
const TOOL_LICENCES = [...SHIPPED_LICENCES, 'MPL-2.0'];

describe('the lock file', () => {
  it('names a version and a sha512 for every part', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(
      packages
        .filter(([, { version, integrity, link }]) => link || !version || !integrity?.startsWith('sha512-'))
        .map(([path]) => path),
    ).toEqual([]);
  });

  it('takes nothing from anywhere but the registry', () => {
    const elsewhere = packages.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'));
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it('has the binaries of every platform', () => {
    const lacking = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages))
        .map((name) => `${path}: ${name}`),
    );
    expect(lacking).toEqual([]);
    for (const tool of ['@biomejs/cli', '@duckdb/node-bindings', 'lightningcss']) {
      for (const platform of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']) {
        const names = packages.filter(([path]) => path.startsWith(`node_modules/${tool}-${platform}`));
        expect(names.length, `${tool} ${platform}`).toBeGreaterThan(0);
      }
    }
  });

  it('has no part that runs a script at installation', () => {
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
    expect(Object.keys(own.scripts as object).filter((name) => /^(?:pre|post)|^install$|^prepare$/.test(name))).toEqual([]);
  });

  it('has licences of the list alone', () => {
    const shipped = builtIn();
    expect(shipped.size).toBeGreaterThan(30);
    const odd = packages.filter(
      ([path, { license, dev }]) => !license || !(dev && !shipped.has(path) ? TOOL_LICENCES : SHIPPED_LICENCES).includes(license),
    );
    expect(odd.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('is what package.json asks for, by exact versions', () => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries((own[kind] ?? {}) as Record<string, string>)) {
        expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)]);
        expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
      }
    }
  });
});

describe('the workflows', () => {
  it('name every action by the digest of a commit, with its version beside', () => {
    const folder = '.github/workflows';
    const uses = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\buses:\s*(.+)/g)].map(([, action]) => action!.trim()),
    );
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });
});

describe('the list of parts', () => {
  it.each(['cyclonedx', 'spdx'])('is written by npm sbom as %s', (format) => {
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
    const text = execFileSync(command, [...first, 'sbom', '--sbom-format', format, '--package-lock-only'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    });
    const parts = JSON.parse(text) as { components?: unknown[]; packages?: unknown[] };
    expect((parts.components ?? parts.packages ?? []).length).toBeGreaterThan(20);
  });
});

describe('the pages for who has to trust it', () => {
  const privacy = readFileSync('docs/privacy.md', 'utf8');
  const security = readFileSync('SECURITY.md', 'utf8');

  it('name every setting that the page keeps', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join('src', name), 'utf8'));
    const settings = sources
      .filter((text) => /(?:read|write)Setting\(/.test(text))
      .flatMap((text) => [...text.matchAll(/(?:(?:read|write)Setting\(\s*|const SETTING\w* = )['"`]([\w.]+)/g)])
      .map(([, name]) => name!.replace(/^(panel|dock)\..*$/, '$1.'));
    expect(settings.length).toBeGreaterThan(6);
    expect([...new Set(settings)].filter((name) => !privacy.includes(`panscreen.${name}`))).toEqual([]);
    for (const name of ['analytics', 'language', 'panscreen.reload', 'assets', 'pages', 'data'])
      expect(privacy).toContain(`\`${name}\``);
  });

  it('point to tests that are there', () => {
    const named = [...security.matchAll(/`(tests\/[\w./-]+|src\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(6);
    for (const path of named) expect(() => readFileSync(path)).not.toThrow();
    for (const [, script] of security.matchAll(/`npm run (\w+)`/g)) expect(Object.keys(own.scripts as object)).toContain(script);
  });
});
