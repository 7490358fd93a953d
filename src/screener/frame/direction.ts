/** Whether the language of the page runs from right to left. */
export function runsFromRight(): boolean {
  return document.documentElement.dir === 'rtl';
}
