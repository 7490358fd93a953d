/** Cell renderers in use: text and loading cells. The library's other renderers are larger than our whole page. */
import { type AllCellRenderers, type ImageWindowLoader, loadingCellRenderer, textCellRenderer } from '@glideapps/glide-data-grid';

export const RENDERERS = [textCellRenderer, loadingCellRenderer] as unknown as typeof AllCellRenderers;

/** An empty image loader: the library's own would keep an unmounted grid alive. */
export const PICTURES: ImageWindowLoader = {
  setWindow() {},
  loadOrGetImage: () => undefined,
  setCallback() {},
};

/** Headers draw no icons. */
export const ICONS = {};
