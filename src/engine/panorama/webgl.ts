/** Draws by WebGL 2. Codes stay in a texture: panning and zooming send nothing. */
import { type Axis, columnAxis, type PanoramaFrame, rowAxis } from './frame.ts';
import { AROUND_ZERO, paletteOf, type Theme } from './palette.ts';
import { drawFrame } from './raster.ts';
import { PENDING_SCALE, type Scene } from './scene.ts';
import { COVER, LAYER_BITS, LIST_BITS, PAINT, REDUCE } from './shaders.ts';

/** The context is lost, or gives wrong pixels. */
export class ContextLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ContextLost';
  }
}

const COLUMNS_PER_TEXEL = 4;
const LAYER_ROWS = 1 << LAYER_BITS;
const LIST_WIDTH = 1 << LIST_BITS;
/** Texture units by name of the sampler. */
const UNITS = { codes: 0, order: 1, columns: 2, palette: 3, glyphs: 4, medians: 5, shades: 6 } as const;
type Unit = keyof typeof UNITS;

interface Program {
  readonly program: WebGLProgram;
  readonly at: (name: string) => WebGLUniformLocation | null;
}

/** What a texture was last filled with. */
interface Filled {
  readonly texture: WebGLTexture;
  source: unknown;
  size: string;
}

export class WebglCanvas {
  readonly #canvas = new OffscreenCanvas(1, 1);
  readonly #gl: WebGL2RenderingContext;
  #reduce!: Program;
  #paint!: Program;
  #textures!: Record<Unit, Filled>;
  #bins!: WebGLFramebuffer;
  /** By column of the matrix: the version that has been sent. */
  #sent = new Uint32Array(0);
  #theme: Theme | null = null;
  /** Bytes sent to the GPU since the start. */
  sentBytes = 0;

  /**
   * @param onRestored called when a lost context is available again
   * @throws Error when WebGL 2 is not available
   */
  constructor(onRestored: () => void = () => {}) {
    const gl = this.#canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: 'high-performance',
    });
    if (!gl) throw new Error('this browser has no WebGL 2');
    this.#gl = gl;
    this.#canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    this.#canvas.addEventListener('webglcontextrestored', () => {
      this.#build();
      onRestored();
    });
    this.#build();
  }

  get isLost(): boolean {
    return this.#gl.isContextLost();
  }

  /** Draws a frame and checks its first pixel against the loops. Throws ContextLost. */
  draw(frame: PanoramaFrame, scene: Scene): ImageBitmap {
    this.#render(frame, scene);
    const pixel = new Uint32Array(1);
    this.#gl.readPixels(0, frame.height - 1, 1, 1, this.#gl.RGBA, this.#gl.UNSIGNED_BYTE, new Uint8Array(pixel.buffer));
    const expected = new Uint32Array(1);
    drawFrame({ ...frame, width: 1, height: 1 }, scene, expected);
    this.#check(pixel[0] === expected[0]);
    const picture = this.#canvas.transferToImageBitmap();
    this.#check(true);
    return picture;
  }

  /** Draws a frame and reads its pixels, by line from the top. Throws ContextLost. */
  read(frame: PanoramaFrame, scene: Scene): Uint32Array {
    this.#render(frame, scene);
    const { width, height } = frame;
    const upsideDown = new Uint32Array(width * height);
    this.#gl.readPixels(0, 0, width, height, this.#gl.RGBA, this.#gl.UNSIGNED_BYTE, new Uint8Array(upsideDown.buffer));
    this.#check(true);
    const pixels = new Uint32Array(width * height);
    for (let y = 0; y < height; y++) pixels.set(upsideDown.subarray(y * width, (y + 1) * width), (height - 1 - y) * width);
    return pixels;
  }

  /** Loses the context, as a driver may at any time, or restores it. */
  get loss(): WEBGL_lose_context | null {
    return this.#gl.getExtension('WEBGL_lose_context');
  }

  close(): void {
    this.loss?.loseContext();
  }

  #check(isRight: boolean): void {
    if (this.#gl.isContextLost()) throw new ContextLost('the WebGL context was lost');
    if (!isRight) throw new ContextLost('WebGL gave another pixel than the loops');
  }

  #build(): void {
    const gl = this.#gl;
    this.#reduce = this.#program(REDUCE);
    this.#paint = this.#program(PAINT);
    const filled = (): Filled => ({ texture: gl.createTexture(), source: null, size: '' });
    this.#textures = {
      codes: filled(),
      order: filled(),
      columns: filled(),
      palette: filled(),
      glyphs: filled(),
      medians: filled(),
      shades: filled(),
    };
    this.#bins = gl.createFramebuffer();
    this.#sent = new Uint32Array(0);
    this.#theme = null;
    gl.bindVertexArray(gl.createVertexArray());
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  #program(fragment: string): Program {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [type, text] of [
      [gl.VERTEX_SHADER, COVER],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type);
      if (!shader) throw new ContextLost('the WebGL context was lost');
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const shaders = gl.getAttachedShaders(program) ?? [];
      const reasons = shaders.map((shader) => gl.getShaderInfoLog(shader) ?? '');
      throw new Error(`WebGL compiles no picture: ${gl.getProgramInfoLog(program)} ${reasons.join(' ')}`);
    }
    const known = new Map<string, WebGLUniformLocation | null>();
    const at = (name: string): WebGLUniformLocation | null => {
      if (!known.has(name)) known.set(name, gl.getUniformLocation(program, name));
      return known.get(name) ?? null;
    };
    return { program, at };
  }

  /** Binds a texture to its unit and gives it storage of this size; true when that is new and empty. */
  #storage(unit: Unit, format: number, width: number, height: number, layers = 0): boolean {
    const gl = this.#gl;
    const filled = this.#textures[unit];
    const target = layers > 0 ? gl.TEXTURE_2D_ARRAY : gl.TEXTURE_2D;
    const size = `${width} ${height} ${layers}`;
    gl.activeTexture(gl.TEXTURE0 + UNITS[unit]);
    if (filled.size === size) {
      gl.bindTexture(target, filled.texture);
      return false;
    }
    gl.deleteTexture(filled.texture);
    this.#textures[unit] = { texture: gl.createTexture(), source: null, size };
    gl.bindTexture(target, this.#textures[unit].texture);
    if (layers > 0) gl.texStorage3D(target, 1, format, width, height, layers);
    else gl.texStorage2D(target, 1, format, width, height);
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return true;
  }

  /** Sends numbers unless they were sent last; `source` is a new object when they change. */
  #list(unit: 'order' | 'columns', source: unknown, numbers: () => Uint32Array | Uint16Array, count: number): void {
    const gl = this.#gl;
    const isOrder = unit === 'order';
    const height = Math.max(1, Math.ceil(count / LIST_WIDTH));
    const isNew = this.#storage(unit, isOrder ? gl.R32UI : gl.RG16UI, LIST_WIDTH, height);
    if (!isNew && this.#textures[unit].source === source) return;
    const list = numbers();
    const perTexel = isOrder ? 1 : 2;
    const padded = isOrder ? new Uint32Array(LIST_WIDTH * height) : new Uint16Array(LIST_WIDTH * height * perTexel);
    padded.set(list);
    const [format, type] = isOrder ? [gl.RED_INTEGER, gl.UNSIGNED_INT] : [gl.RG_INTEGER, gl.UNSIGNED_SHORT];
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, LIST_WIDTH, height, format, type, padded);
    this.#textures[unit].source = source;
    this.sentBytes += padded.byteLength;
  }

  /** Sends the codes of the columns that have changed. */
  #codes({ matrix, versions }: Scene): void {
    const gl = this.#gl;
    const width = matrix.stride / COLUMNS_PER_TEXEL;
    const layers = Math.max(1, Math.ceil(matrix.rowCount / LAYER_ROWS));
    const most = { size: gl.getParameter(gl.MAX_TEXTURE_SIZE), layers: gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS) };
    if (layers > most.layers || width > most.size || LAYER_ROWS > most.size)
      throw new Error(`${matrix.rowCount} rows of ${matrix.stride} columns are more than WebGL's textures hold here`);
    const isNew = this.#storage('codes', gl.RGBA8UI, width, LAYER_ROWS, layers);
    if (isNew || this.#textures.codes.source !== matrix) this.#sent = new Uint32Array(versions.length);
    this.#textures.codes.source = matrix;
    const isChanged = (texel: number): boolean => {
      const from = texel * COLUMNS_PER_TEXEL;
      for (let slot = from; slot < from + COLUMNS_PER_TEXEL; slot++) if (versions[slot] !== this.#sent[slot]) return true;
      return false;
    };
    for (let from = 0; from < width; from++) {
      if (!isChanged(from)) continue;
      let to = from + 1;
      while (to < width && isChanged(to)) to++;
      this.#sendTexels(matrix, from, to, layers);
      from = to;
    }
    this.#sent.set(versions);
  }

  #sendTexels({ codes, stride, rowCount }: Scene['matrix'], from: number, to: number, layers: number): void {
    const gl = this.#gl;
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, stride / COLUMNS_PER_TEXEL);
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, from);
    for (let layer = 0; layer < layers; layer++) {
      const first = layer * LAYER_ROWS;
      const height = Math.min(LAYER_ROWS, rowCount - first);
      const [format, type] = [gl.RGBA_INTEGER, gl.UNSIGNED_BYTE];
      gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, from, 0, layer, to - from, height, 1, format, type, codes, first * stride);
    }
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
    this.sentBytes += (to - from) * COLUMNS_PER_TEXEL * rowCount;
  }

  #palette(theme: Theme): void {
    const gl = this.#gl;
    const { colors, darkInk } = paletteOf(theme);
    const isNew = this.#storage('palette', gl.RGBA8UI, 256, colors.length / 256);
    if (!isNew && this.#theme === theme) return;
    const texels = new Uint8Array(colors.slice().buffer);
    for (const [index, isDark] of darkInk.entries()) texels[4 * index + 3] = isDark;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, colors.length / 256, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, texels);
    this.#theme = theme;
    this.sentBytes += texels.byteLength;
  }

  #glyphs(digits: Scene['digits']): void {
    const gl = this.#gl;
    const { width, height, coverage } = digits ?? { width: 1, height: 1, coverage: new Uint8Array(10) };
    const isNew = this.#storage('glyphs', gl.R8UI, width, 10 * height);
    if (!isNew && (digits === null || this.#textures.glyphs.source === digits)) return;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, 10 * height, gl.RED_INTEGER, gl.UNSIGNED_BYTE, coverage);
    this.#textures.glyphs.source = digits;
    this.sentBytes += coverage.byteLength;
  }

  #axis({ at }: Program, name: 'row' | 'column', { first, isBinned, size, whole, part, offset }: Axis): void {
    this.#gl.uniform4ui(at(`${name}Axis`), first, isBinned ? 1 : 0, size, whole);
    this.#gl.uniform2ui(at(`${name}Parts`), part, offset);
  }

  #use(program: Program, frame: PanoramaFrame, scene: Scene): void {
    const gl = this.#gl;
    // biome-ignore lint/correctness/useHookAtTopLevel: a WebGL method, not a React hook
    gl.useProgram(program.program);
    for (const [name, unit] of Object.entries(UNITS)) gl.uniform1i(program.at(name), unit);
    gl.uniform1ui(program.at('rowCount'), scene.rows.length);
    this.#axis(program, 'row', rowAxis(frame));
  }

  #render(frame: PanoramaFrame, scene: Scene): void {
    const gl = this.#gl;
    if (this.isLost) throw new ContextLost('the WebGL context was lost');
    const { rows, slots, scales } = scene;
    this.#codes(scene);
    this.#list('order', rows, () => rows, rows.length);
    const columns = (): Uint16Array => {
      const pairs = new Uint16Array(2 * slots.length);
      for (const [index, slot] of slots.entries()) pairs.set([slot, scales[slot]!], 2 * index);
      return pairs;
    };
    // Both are new arrays when they change.
    const isSame = this.#columnsOf.slots === slots && this.#columnsOf.scales === scales;
    if (!isSame) this.#columnsOf = { slots, scales };
    this.#list('columns', this.#columnsOf, columns, slots.length);
    this.#palette(frame.theme);
    this.#glyphs(frame.digits ? scene.digits : null);
    const along = frame.transposed ? frame.width : frame.height;
    this.#storage('medians', gl.RGBA8UI, scene.matrix.stride / COLUMNS_PER_TEXEL, along);
    this.#storage('shades', gl.RGBA8UI, scene.matrix.stride / COLUMNS_PER_TEXEL, along);
    if (rowAxis(frame).isBinned) this.#drawBins(frame, scene, along);
    this.#drawPicture(frame, scene);
  }

  #columnsOf: Partial<Pick<Scene, 'slots' | 'scales'>> = {};

  #drawBins(frame: PanoramaFrame, scene: Scene, along: number): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#bins);
    const [medians, shades] = [this.#textures.medians.texture, this.#textures.shades.texture];
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, medians, 0);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, shades, 0);
    gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
    // A render target must not be bound for reading.
    for (const unit of ['medians', 'shades'] as const) {
      gl.activeTexture(gl.TEXTURE0 + UNITS[unit]);
      gl.bindTexture(gl.TEXTURE_2D, null);
    }
    gl.viewport(0, 0, scene.matrix.stride / COLUMNS_PER_TEXEL, along);
    this.#use(this.#reduce, frame, scene);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    for (const unit of ['medians', 'shades'] as const) {
      gl.activeTexture(gl.TEXTURE0 + UNITS[unit]);
      gl.bindTexture(gl.TEXTURE_2D, this.#textures[unit].texture);
    }
  }

  #drawPicture(frame: PanoramaFrame, scene: Scene): void {
    const gl = this.#gl;
    const { width, height, transposed, theme, digits } = frame;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    gl.viewport(0, 0, width, height);
    this.#use(this.#paint, frame, scene);
    const { at } = this.#paint;
    this.#axis(this.#paint, 'column', columnAxis(frame));
    gl.uniform1ui(at('columnCount'), scene.slots.length);
    gl.uniform2i(at('size'), width, height);
    gl.uniform1i(at('isTransposed'), transposed ? 1 : 0);
    gl.uniform1ui(at('pendingScale'), PENDING_SCALE);
    gl.uniform1ui(at('aroundZeroFrom'), AROUND_ZERO);
    const shapes = digits ? scene.digits : null;
    gl.uniform1i(at('isMirrored'), digits === 'mirrored' ? 1 : 0);
    gl.uniform2i(at('digit'), shapes?.width ?? 0, shapes?.height ?? 0);
    const { ground, missingGround, missingLine, unranked } = paletteOf(theme);
    for (const [name, pixel] of Object.entries({ ground, missingGround, missingLine, unranked })) {
      const [red = 0, green = 0, blue = 0] = new Uint8Array(Uint32Array.of(pixel).buffer);
      gl.uniform3ui(at(name), red, green, blue);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}
