/** The page's only Trusted Types policy: script URLs of our own origin. */

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    const { origin, href } = new URL(url, location.href);
    if (origin !== location.origin) throw new TypeError(`refused a script from ${origin}`);
    return href;
  },
};

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory ? factory.createPolicy('app', rules) : rules;

/** Returns a trusted script URL. Throws TypeError for another origin. */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url);
}
