/** The page's canvas, and pictures drawn by loops. */
import type { PanoramaFrame } from './frame.ts';
import { drawFrame } from './raster.ts';
import type { Scene } from './scene.ts';

export class LoopCanvas {
  readonly #canvas = new OffscreenCanvas(1, 1);
  readonly #context = this.#canvas.getContext('2d', { alpha: false })!;
  #image: ImageData | null = null;

  draw(frame: PanoramaFrame, scene: Scene): ImageBitmap {
    const { width, height } = frame;
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = new ImageData(width, height);
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    const { data } = this.#image;
    drawFrame(frame, scene, new Uint32Array(data.buffer));
    this.#context.putImageData(this.#image, 0, 0);
    return this.#canvas.transferToImageBitmap();
  }
}

/** The page's canvas. It is given whole pictures, so that the drawer can change between two of them. */
export class PageCanvas {
  readonly #canvas: OffscreenCanvas;
  readonly #context: ImageBitmapRenderingContext;

  constructor(canvas: OffscreenCanvas) {
    const context = canvas.getContext('bitmaprenderer');
    if (!context) throw new Error('this browser shows no pictures on a canvas of a worker');
    this.#canvas = canvas;
    this.#context = context;
  }

  /** Shows a picture and releases it. */
  show(picture: ImageBitmap): void {
    if (this.#canvas.width !== picture.width) this.#canvas.width = picture.width;
    if (this.#canvas.height !== picture.height) this.#canvas.height = picture.height;
    this.#context.transferFromImageBitmap(picture);
  }
}
