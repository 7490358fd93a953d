export function runsFromRight(): boolean {
  return document.documentElement.dir === 'rtl';
}
