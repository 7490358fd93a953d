const ELLIPSIS = '…';
/** Characters that do not join, so that their widths add up: Latin, Greek, Cyrillic, and East Asian. */
const ADDITIVE = /^[ -\u02ff\u0370-\u0482\u2010-\u2027\u3000-\u9fff\uac00-\ud7a3]*$/;

/** Widths of characters in one font, each measured once. */
export type Advances = Map<string, number>;

function advanceOf(context: CanvasRenderingContext2D, character: string, advances: Advances): number {
  const known = advances.get(character);
  if (known !== undefined) return known;
  const { width } = context.measureText(character);
  advances.set(character, width);
  return width;
}

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

/** As `cut`, from widths of characters: a table that is scrolled shows new names in each frame, and measuring one costs as much as drawing it. */
export function cutByCharacters(context: CanvasRenderingContext2D, text: string, width: number, advances: Advances): string {
  if (!ADDITIVE.test(text)) return cut(context, text, width);
  const room = width - advanceOf(context, ELLIPSIS, advances);
  let [sum, end] = [0, 1];
  for (const [at, character] of [...text].entries()) {
    sum += advanceOf(context, character, advances);
    if (sum > width) return text.slice(0, Math.min(end, at) || 1).trimEnd() + ELLIPSIS;
    if (sum <= room) end = at + 1;
  }
  return text;
}
