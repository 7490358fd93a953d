const ELLIPSIS = '…';

/** The text as far as it fits into that many pixels of the context's font. */
export function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  const whole = context.measureText(text).width;
  if (whole <= width) return text;
  const fits = (end: number): boolean => context.measureText(text.slice(0, end) + ELLIPSIS).width <= width;
  // Characters of a text are about as wide as each other: few are tried from there.
  let end = Math.max(1, Math.floor((text.length * width) / whole));
  while (end > 1 && !fits(end)) end--;
  while (end < text.length - 1 && fits(end + 1)) end++;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}
