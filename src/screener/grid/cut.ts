const ELLIPSIS = '…';

/** The text as far as it fits into that many pixels of the context's font. */
export function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && context.measureText(text.slice(0, end) + ELLIPSIS).width > width) end--;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}
