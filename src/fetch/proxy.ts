/** Proxy settings from the environment, which Node 20's fetch ignores. */

const read = (env: NodeJS.ProcessEnv, name: string): string => env[name] || env[name.toUpperCase()] || '';

/** Whether `no_proxy` lists the host, a parent domain or all hosts. */
function isExcepted(host: string, port: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [name = '', only] = entry
        .toLowerCase()
        .replace(/^\*?\./, '')
        .split(':');
      return entry === '*' || ((host === name || host.endsWith(`.${name}`)) && (only === undefined || only === port));
    });
}

/** The proxy for a URL; null for none. Throws if it is not an http address. */
export function proxyOf(url: URL, env: NodeJS.ProcessEnv): URL | null {
  const named = read(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (named === '' || isExcepted(url.hostname.toLowerCase(), port, read(env, 'no_proxy'))) return null;
  const proxy = new URL(named.includes('://') ? named : `http://${named}`);
  if (proxy.protocol !== 'http:') throw new Error(`the proxy ${proxy.host} is not an http proxy, the only kind supported`);
  return proxy;
}

export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { 'proxy-authorization': `Basic ${secret}` };
}
