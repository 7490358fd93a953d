/** Delay in browsers without requestIdleCallback. */
const WITHOUT_IDLE_MS = 200;

/** Calls when the page has loaded and the browser is idle. */
export function whenIdle(call: () => void): void {
  const idle = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(call);
    else setTimeout(call, WITHOUT_IDLE_MS);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
