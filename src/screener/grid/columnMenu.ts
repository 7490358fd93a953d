/** The menu of a column: asked for from anywhere, opened by whoever knows where the header is. */
let open: ((columnId: string) => void) | null = null;

export function onMenu(take: (columnId: string) => void): () => void {
  open = take;
  return () => {
    if (open === take) open = null;
  };
}

export function openMenu(columnId: string): void {
  open?.(columnId);
}
