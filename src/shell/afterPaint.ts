/** Calls back after the next animation frame has been painted. Returns the cancellation. */
export function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const request = requestAnimationFrame(() => {
    timer = setTimeout(call);
  });
  return () => {
    cancelAnimationFrame(request);
    clearTimeout(timer);
  };
}

/** A hidden page has no frames. */
const NO_FRAME_MS = 1000;

/** Of the calls before the next painted frame, makes only the latest, after that frame. */
export function latestAfterPaint(): (call: () => void) => void {
  let latest: (() => void) | null = null;
  return (call) => {
    const isWaiting = latest !== null;
    latest = call;
    if (isWaiting) return;
    const make = (): void => {
      stop();
      clearTimeout(timer);
      const made = latest;
      latest = null;
      made?.();
    };
    const stop = afterPaint(make);
    const timer = setTimeout(make, NO_FRAME_MS);
  };
}
