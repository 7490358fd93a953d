/** What the grid has to draw: texts, and cells that have not come. Its renderers of pictures, markdown and the rest would weigh more than all of ours. */
import { type AllCellRenderers, type ImageWindowLoader, loadingCellRenderer, textCellRenderer } from '@glideapps/glide-data-grid';

export const RENDERERS = [textCellRenderer, loadingCellRenderer] as unknown as typeof AllCellRenderers;

/** The grid asks for a loader of pictures, though it has none to load: the library's own would keep the last grid after it is gone. */
export const PICTURES: ImageWindowLoader = {
  setWindow() {},
  loadOrGetImage: () => undefined,
  setCallback() {},
};

/** It asks for icons of headers too, which are all drawn by ours. */
export const ICONS = {};
