/**
 * Recognises raster pictures by their content, not by headers, and checks their size before they are decoded: a file of some kilobytes can expand to
 * gigabytes. Every parser reads forward only, within the data.
 */

/** The largest number of pixels of one frame; the largest pictures of cameras have about 50 million. */
const MAX_PIXELS = 60_000_000;
const MAX_SIDE = 20_000;

interface Extent {
  readonly width: number;
  readonly height: number;
  /** How many times the decoder processes the whole picture: once for each frame or scan. */
  readonly passes: number;
}

const PARSERS: Readonly<Record<string, (data: Buffer) => Extent | null>> = {
  'image/png': pngExtent,
  'image/jpeg': jpegExtent,
  'image/gif': gifExtent,
  'image/webp': webpExtent,
  'image/avif': avifExtent,
};

/** Returns the media type of a PNG, JPEG, GIF, WebP or AVIF picture of drawable size; null for any other data. */
export function rasterType(data: Uint8Array): string | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  for (const [type, parse] of Object.entries(PARSERS)) {
    const extent = parse(bytes);
    if (extent !== null) return isDrawable(extent) ? type : null;
  }
  return null;
}

function isDrawable({ width, height, passes }: Extent): boolean {
  const pixels = width * height;
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) return false;
  // An animation or a progressive picture is decoded once for each frame or scan.
  return pixels <= MAX_PIXELS && pixels * Math.max(1, passes) <= 10 * MAX_PIXELS;
}

/** The four-letter type of a chunk or box as a 32-bit number. */
const typeCode = (letters: string): number => Buffer.from(letters, 'latin1').readUInt32BE();
const [ACTL, IDAT] = [typeCode('acTL'), typeCode('IDAT')];
const [VP8, VP8L, VP8X, ANMF] = [typeCode('VP8 '), typeCode('VP8L'), typeCode('VP8X'), typeCode('ANMF')];
const [META, IPRP, IPCO, ISPE] = [typeCode('meta'), typeCode('iprp'), typeCode('ipco'), typeCode('ispe')];

const text = (data: Buffer, start: number, end: number): string => data.toString('latin1', start, end);

/** Reads PNG (W3C PNG §5.2, §11.2.2); `acTL` has the number of an animation's frames. */
function pngExtent(data: Buffer): Extent | null {
  if (text(data, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(data, 12, 16) !== 'IHDR' || data.length < 33) return null;
  let passes = 1;
  for (let at = 33; at + 12 <= data.length; at += 12 + data.readUInt32BE(at)) {
    const type = data.readUInt32BE(at + 4);
    if (type === IDAT) break;
    if (type === ACTL) passes = Math.max(passes, data.readUInt32BE(at + 8));
  }
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20), passes };
}

/** Reads JPEG (ITU-T T.81 Annex B): the frame header, and one pass for each scan. Two frame headers make it invalid. */
function jpegExtent(data: Buffer): Extent | null {
  if (data.length < 4 || data[0] !== 0xff || data[1] !== 0xd8) return null;
  let frame: { width: number; height: number } | null = null;
  let passes = 0;
  for (let at = nextMarker(data, 2); at !== -1; at = nextMarker(data, at)) {
    const marker = data[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (at + 4 > data.length) break;
    if (isFrameHeader(marker)) {
      if (frame !== null || at + 9 > data.length) return null;
      frame = { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    }
    if (marker === 0xda) passes += 1;
    at += 2 + data.readUInt16BE(at + 2);
  }
  return frame && { ...frame, passes };
}

/** Returns the offset of the next marker, which begins a segment or ends the picture; -1 without one. */
function nextMarker(data: Buffer, from: number): number {
  for (let at = from; at + 1 < data.length; at += 1) {
    if (data[at] !== 0xff) continue;
    const marker = data[at + 1] ?? 0;
    const isFiller = marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (!isFiller) return at;
  }
  return -1;
}

/** Whether a marker is SOF0 to SOF15, without the tables (DHT, DAC) and the extension between them. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Reads GIF (87a and 89a): the logical screen, which a frame may exceed, and one pass for each frame. */
function gifExtent(data: Buffer): Extent | null {
  if (!/^GIF8[79]a$/.test(text(data, 0, 6)) || data.length < 13) return null;
  let width = data.readUInt16LE(6);
  let height = data.readUInt16LE(8);
  let passes = 0;
  let at = 13 + colourTableBytes(data[10] ?? 0);
  while (at < data.length) {
    const block = data[at];
    if (block === 0x2c && at + 10 <= data.length) {
      passes += 1;
      width = Math.max(width, data.readUInt16LE(at + 1) + data.readUInt16LE(at + 5));
      height = Math.max(height, data.readUInt16LE(at + 3) + data.readUInt16LE(at + 7));
      at = afterSubBlocks(data, at + 11 + colourTableBytes(data[at + 9] ?? 0));
    } else if (block === 0x21) at = afterSubBlocks(data, at + 2);
    else break;
  }
  return { width, height, passes };
}

const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

function afterSubBlocks(data: Buffer, from: number): number {
  let at = from;
  while (at < data.length && data[at] !== 0) at += 1 + (data[at] ?? 0);
  return at + 1;
}

/** Reads WebP (RFC 9649 §2.5 to §2.7): the canvas, or the single image; one pass for each frame. */
function webpExtent(data: Buffer): Extent | null {
  if (text(data, 0, 4) !== 'RIFF' || text(data, 8, 12) !== 'WEBP') return null;
  let width = 0;
  let height = 0;
  let passes = 0;
  for (let at = 12; at + 18 <= data.length; ) {
    const type = data.readUInt32BE(at);
    const found = webpChunk(type, data, at + 8);
    if (found !== null) {
      width = Math.max(width, found.width);
      height = Math.max(height, found.height);
    }
    if (type === ANMF) passes += 1;
    const bytes = data.readUInt32LE(at + 4);
    at += 8 + bytes + (bytes % 2);
  }
  return { width, height, passes };
}

/** Reads the size that a chunk states. `at` is the offset of its content, which has at least ten bytes. */
function webpChunk(type: number, data: Buffer, at: number): { width: number; height: number } | null {
  if (type === VP8) return { width: data.readUInt16LE(at + 6) & 0x3fff, height: data.readUInt16LE(at + 8) & 0x3fff };
  if (type === VP8X) return { width: data.readUIntLE(at + 4, 3) + 1, height: data.readUIntLE(at + 7, 3) + 1 };
  if (type !== VP8L) return null;
  const bits = data.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Reads AVIF (MIAF over ISO/IEC 14496-12): the largest `ispe` property. Animations (`avis`) are not drawn. */
function avifExtent(data: Buffer): Extent | null {
  const brands = text(data, 8, Math.min(boxEnd(data, 0, data.length), 200));
  if (text(data, 4, 8) !== 'ftyp' || !brands.includes('avif') || brands.includes('avis')) return null;
  let extent: Extent = { width: 0, height: 0, passes: 1 };
  for (const properties of boxesAt(data, [META, IPRP, IPCO], 0, data.length)) {
    for (const { start, end } of boxesIn(data, ISPE, properties.start, properties.end)) {
      if (start + 12 > end) return null;
      const [width, height] = [data.readUInt32BE(start + 4), data.readUInt32BE(start + 8)];
      if (width * height >= extent.width * extent.height) extent = { width, height, passes: 1 };
    }
  }
  return extent;
}

interface Box {
  readonly start: number;
  readonly end: number;
}

/** Yields the boxes at a path of types, outermost type first. */
function* boxesAt(data: Buffer, [type, ...inner]: readonly number[], start: number, end: number): Generator<Box> {
  if (type === undefined) return yield { start, end };
  for (const box of boxesIn(data, type, start, end)) {
    // `meta` begins with a version and flags.
    yield* boxesAt(data, inner, type === META ? box.start + 4 : box.start, box.end);
  }
}

function* boxesIn(data: Buffer, type: number, from: number, end: number): Generator<Box> {
  for (let at = from; at + 8 <= end; ) {
    const next = boxEnd(data, at, end);
    const start = data.readUInt32BE(at) === 1 ? at + 16 : at + 8;
    if (data.readUInt32BE(at + 4) === type && start <= next) yield { start, end: next };
    at = next;
  }
}

/** The end of the box at `at`, always after its header. Size 0 means `end`; size 1 means that a 64-bit size follows the type. */
function boxEnd(data: Buffer, at: number, end: number): number {
  if (at + 8 > end) return end;
  const size = data.readUInt32BE(at);
  if (size === 0) return end;
  if (size !== 1) return Math.min(end, at + Math.max(8, size));
  return at + 16 > end ? end : Math.min(end, at + Math.max(16, Number(data.readBigUInt64BE(at + 8))));
}
