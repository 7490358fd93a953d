/** The one Trusted Types policy of the page: script URLs of our own origin and nothing else. */

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

/** The URL of a script of our own origin, in the form that the browser asks for. Throws for any other origin. */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url);
}
