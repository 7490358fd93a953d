/** Opens a column's menu; the grid, which knows the header's position, provides the handler. */
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
