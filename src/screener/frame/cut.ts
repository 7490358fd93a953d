const ELLIPSIS = '…';

/** Truncates a text to a width in the context's font. */
export function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  const whole = context.measureText(text).width;
  if (whole <= width) return text;
  const fits = (end: number): boolean => context.measureText(text.slice(0, end) + ELLIPSIS).width <= width;
  // Average character width gives a close first guess.
  let end = Math.max(1, Math.floor((text.length * width) / whole));
  while (end > 1 && !fits(end)) end--;
  while (end < text.length - 1 && fits(end + 1)) end++;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}
