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
