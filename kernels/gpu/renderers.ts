/** The names of the graphics drivers, without gpu.js or any kernel. Browser only. */

const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|lavapipe/i;

export interface Renderer {
  readonly renderer: string;
  /** True when the CPU emulates the GPU. */
  readonly isSoftware: boolean;
}

interface Adapter {
  readonly isFallbackAdapter?: boolean;
  readonly info?: {
    readonly vendor: string;
    readonly architecture: string;
    readonly description: string;
    readonly isFallbackAdapter?: boolean;
  };
}

/** The WebGPU adapter, or a sentence that says why there is none. */
export async function webgpuRenderer(): Promise<Renderer | string> {
  const found = (globalThis.navigator as { gpu?: { requestAdapter(): Promise<Adapter | null> } } | undefined)?.gpu;
  if (!found) return 'this browser has no WebGPU';
  const adapter = await found.requestAdapter();
  if (!adapter) return 'WebGPU has no adapter';
  const { vendor = '', architecture = '', description = '' } = adapter.info ?? {};
  const renderer = [vendor, architecture, description].filter(Boolean).join(' ') || 'unnamed adapter';
  const isFallback = adapter.isFallbackAdapter ?? adapter.info?.isFallbackAdapter ?? false;
  return { renderer, isSoftware: isFallback || SOFTWARE.test(renderer) };
}

export function webglRenderer(context: WebGL2RenderingContext): Renderer {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  return { renderer, isSoftware: SOFTWARE.test(renderer) };
}

/** Names all drivers and the browser: test results are valid while it stays the same. Blocks while the browser starts its GPU process. */
export async function driversKey(): Promise<string> {
  const webgpu = await webgpuRenderer().catch(() => 'WebGPU failed');
  const context = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1).getContext('webgl2') : null;
  const webgl = context ? webglRenderer(context) : 'no WebGL 2';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  const nameOf = (one: Renderer | string): string => (typeof one === 'string' ? one : one.renderer);
  return `${nameOf(webgpu)} | ${nameOf(webgl)} | ${globalThis.navigator?.userAgent ?? ''}`;
}
