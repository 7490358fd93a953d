/** Truncated texts, measured once per font and width: names are repainted with every picture. */

type Context = CanvasRenderingContext2D;
type Cut = (context: Context, text: string, width: number) => string;

/** The cache is cleared beyond this size. */
const KEPT_MAX = 20_000;

function cutAtEnd(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end--;
  return `${text.slice(0, end)}…`;
}

function cutInMiddle(context: Context, text: string, width: number): string {
  const all = context.measureText(text).width;
  if (all <= width) return text;
  const kept = Math.max(4, Math.floor((text.length * width) / all) - 1);
  const end = Math.floor(kept * 0.45);
  const cut = `${text.slice(0, kept - end).trimEnd()}…${text.slice(text.length - end).trimStart()}`;
  return context.measureText(cut).width <= width ? cut : cutAtEnd(context, cut, width);
}

/** Memoises `cut` by font, width and text. */
function once(cut: Cut): Cut {
  const known = new Map<string, string>();
  return (context, text, width) => {
    const key = `${context.font}\n${width}\n${text}`;
    let found = known.get(key);
    if (found === undefined) {
      if (known.size >= KEPT_MAX) known.clear();
      found = cut(context, text, width);
      known.set(key, found);
    }
    return found;
  };
}

export const fitted = once(cutAtEnd);

/** Truncates in the middle: similar column names differ in their last word. */
export const fittedInMiddle = once(cutInMiddle);
