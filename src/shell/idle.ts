/** Browsers without requestIdleCallback get a short pause instead. */
const WITHOUT_IDLE_MS = 200;

/** Calls once the page has loaded and the browser has nothing else to do. */
export function whenIdle(call: () => void): void {
  const idle = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(call);
    else setTimeout(call, WITHOUT_IDLE_MS);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
