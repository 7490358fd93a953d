/** Buttons that remove and restore a grid, to time its first paint with scripts and data in memory. */
export function enterAndLeave(enter: () => void, leave: () => void): void {
  for (const [id, act] of Object.entries({ leave, enter })) {
    const button = document.createElement('button');
    button.id = id;
    button.style.position = 'fixed';
    button.style.insetBlockEnd = '0';
    button.addEventListener('click', act);
    document.body.append(button);
  }
  enter();
}
