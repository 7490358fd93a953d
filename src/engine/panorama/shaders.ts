/** raster.ts as GPU programs, in integers throughout so that both give the same pixels. */
import { FAR_CODES } from '../../../kernels/simd/bins.ts';
import { CODE_COUNT, MISSING_VALUE_CODE } from '../../../kernels/statistics/percentileCodes.ts';
import { SPREADS } from './palette.ts';
import { HATCH } from './raster.ts';

/** Rows per layer of the codes' texture, and numbers per line of a list's texture, as powers of two. */
export const LAYER_BITS = 11;
export const LIST_BITS = 11;

/** What a bin or cell shows: its color; its color hatched as missing or unranked; or only these. */
const [COLOR, OVER_MISSING, OVER_UNRANKED, ALL_MISSING, ALL_UNRANKED] = [0, 1, 2, 3, 4];

/** A triangle over the whole target. */
export const COVER = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;

const COMMON = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
precision highp usampler2DArray;
uniform usampler2DArray codes;
uniform usampler2D order;
uniform uint rowCount;
// first, isBinned, size, whole; part, offset: see Axis in frame.ts.
uniform uvec4 rowAxis;
uniform uvec2 rowParts;
uint cellAt(uvec4 axis, uvec2 parts, uint pixel) {
  if (axis.y == 0u) return axis.x + (pixel * 256u + parts.y) / axis.z;
  return axis.x + pixel * axis.w + ((pixel * parts.x + parts.y) >> 16u);
}
ivec2 inList(uint at) {
  return ivec2(at & ${(1 << LIST_BITS) - 1}u, at >> ${LIST_BITS}u);
}
uvec4 codesOf(uint place, uint group) {
  uint row = texelFetch(order, inList(place), 0).r;
  return texelFetch(codes, ivec3(group, row & ${(1 << LAYER_BITS) - 1}u, row >> ${LAYER_BITS}u), 0);
}
`;

/** Reduces the rows of a pixel to a median, a spread and a kind, four columns at a time: one line per pixel along the rows. */
export const REDUCE = `${COMMON}
layout(location = 0) out uvec4 medians;
layout(location = 1) out uvec4 shades;
void main() {
  uint group = uint(gl_FragCoord.x);
  uint pixel = uint(gl_FragCoord.y);
  uint from = cellAt(rowAxis, rowParts, pixel);
  uint to = min(rowCount, cellAt(rowAxis, rowParts, pixel + 1u));
  uvec4 ranked = uvec4(0u);
  uvec4 missing = uvec4(0u);
  for (uint i = from; i < to; i++) {
    uvec4 v = codesOf(i, group);
    ranked += uvec4(lessThan(v, uvec4(${CODE_COUNT}u)));
    missing += uvec4(equal(v, uvec4(${MISSING_VALUE_CODE}u)));
  }
  uvec4 need = (ranked + 1u) >> 1u;
  uvec4 median = uvec4(0u);
  for (uint bit = 128u; bit > 0u; bit >>= 1u) {
    uvec4 tried = median + bit;
    uvec4 count = uvec4(0u);
    for (uint i = from; i < to; i++) count += uvec4(lessThan(codesOf(i, group), tried));
    median += bit * uvec4(lessThan(count, need));
  }
  uvec4 far = uvec4(0u);
  for (uint i = from; i < to; i++) {
    uvec4 v = codesOf(i, group);
    uvec4 distance = max(v, median) - min(v, median);
    far += uvec4(greaterThan(distance, uvec4(${FAR_CODES}u))) * uvec4(lessThan(v, uvec4(${CODE_COUNT}u)));
  }
  medians = median;
  uvec4 found = uvec4(0u);
  for (int part = 0; part < 4; part++) {
    uint known = ranked[part];
    uint count = to - from;
    bool areMissing = 2u * missing[part] >= count - known;
    uint spread = known == 0u ? 0u : min(${SPREADS - 1}u, ${SPREADS}u * far[part] / known);
    uint kind = areMissing ? ${ALL_MISSING}u : ${ALL_UNRANKED}u;
    if (2u * known >= count) kind = ${COLOR}u;
    else if (known > 0u) kind = areMissing ? ${OVER_MISSING}u : ${OVER_UNRANKED}u;
    found[part] = kind * ${SPREADS}u + spread;
  }
  shades = found;
}`;

/** Colors every pixel of the canvas. */
export const PAINT = `${COMMON}
uniform usampler2D medians;
uniform usampler2D shades;
// Column of the matrix and scale, by column in order.
uniform usampler2D columns;
// Red, green, blue, and 1 for dark digits; a line per scale and spread.
uniform usampler2D palette;
uniform usampler2D glyphs;
uniform uint columnCount;
uniform uvec4 columnAxis;
uniform uvec2 columnParts;
uniform ivec2 size;
uniform bool isTransposed;
uniform uint pendingScale;
uniform uint aroundZeroFrom;
uniform bool isMirrored;
// Width and height of a digit; 0 for no digits.
uniform ivec2 digit;
uniform uvec3 ground;
uniform uvec3 missingGround;
uniform uvec3 missingLine;
uniform uvec3 unranked;
out vec4 color;
// The first pixel of a cell of at least one pixel.
int startOf(uvec4 axis, uvec2 parts, uint cell) {
  int at = int(cell - axis.x) * int(axis.z) - int(parts.y);
  return at <= 0 ? -((-at) / 256) : (at + 255) / 256;
}
uvec3 withDigits(uvec3 under, uint code, uint scale, uint ink, uint column, uint row, ivec2 at) {
  ivec2 across = ivec2(startOf(columnAxis, columnParts, column), startOf(columnAxis, columnParts, column + 1u));
  ivec2 down = ivec2(startOf(rowAxis, rowParts, row), startOf(rowAxis, rowParts, row + 1u));
  if (isTransposed) { ivec2 swapped = across; across = down; down = swapped; }
  ivec2 room = ivec2(across.y - across.x - 2 * digit.x, down.y - down.x - digit.y);
  if (room.x < 0 || room.y < 0) return under;
  ivec2 within = at - ivec2(across.x + room.x / 2, down.x + room.y / 2);
  if (within.x < 0 || within.y < 0 || within.x >= 2 * digit.x || within.y >= digit.y) return under;
  uint zero = ${CODE_COUNT / 2}u;
  uint number = scale >= aroundZeroFrom ? max(code, zero) - min(code, zero) : (code + 1u) >> 1u;
  number = min(99u, number);
  bool isFirst = within.x < digit.x;
  uint figure = isFirst != isMirrored ? number / 10u : number % 10u;
  ivec2 texel = ivec2(isFirst ? within.x : within.x - digit.x, int(figure) * digit.y + within.y);
  uint coverage = texelFetch(glyphs, texel, 0).r;
  uint over = ink == 1u ? 0u : 255u;
  return (under * (255u - coverage) + over * coverage + 127u) / 255u;
}
uvec3 pixelAt(ivec2 at) {
  uint column = cellAt(columnAxis, columnParts, uint(isTransposed ? at.y : at.x));
  uint alongRows = uint(isTransposed ? at.x : at.y);
  uint row = cellAt(rowAxis, rowParts, alongRows);
  if (column >= columnCount || row >= rowCount) return ground;
  uvec4 known = texelFetch(columns, inList(column), 0);
  uint slot = known.r;
  uint scale = known.g;
  if (scale == pendingScale) return ground;
  int part = int(slot & 3u);
  uint code;
  uint shade;
  if (rowAxis.y != 0u) {
    ivec2 bin = ivec2(slot >> 2u, alongRows);
    code = texelFetch(medians, bin, 0)[part];
    shade = texelFetch(shades, bin, 0)[part];
  } else {
    code = codesOf(row, slot >> 2u)[part];
    shade = (code < ${CODE_COUNT}u ? ${COLOR}u : code == ${MISSING_VALUE_CODE}u ? ${ALL_MISSING}u : ${ALL_UNRANKED}u) * ${SPREADS}u;
  }
  uint kind = shade / ${SPREADS}u;
  bool isLine = (at.x + at.y) % ${HATCH} == 0;
  if (kind == ${ALL_UNRANKED}u || (kind == ${OVER_UNRANKED}u && isLine)) return unranked;
  if (isLine && (kind == ${ALL_MISSING}u || kind == ${OVER_MISSING}u)) return missingLine;
  if (kind == ${ALL_MISSING}u) return missingGround;
  uvec4 found = texelFetch(palette, ivec2(code, scale * ${SPREADS}u + shade % ${SPREADS}u), 0);
  if (digit.x > 0 && rowAxis.y == 0u) return withDigits(found.rgb, code, scale, found.a, column, row, at);
  return found.rgb;
}
void main() {
  ivec2 at = ivec2(int(gl_FragCoord.x), size.y - 1 - int(gl_FragCoord.y));
  color = vec4(vec3(pixelAt(at)) / 255.0, 1.0);
}`;
