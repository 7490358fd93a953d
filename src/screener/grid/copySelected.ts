/** Loads the copying of cells when it is first asked for. */
export async function copySelected(): Promise<void> {
  const { copyTable } = await import('./copyTable.ts');
  await copyTable();
}
