/** Headers of pictures as their formats write them, with any size: enough for a reader of headers, and too little for a decoder. */

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u16le = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff]);
const u16be = (value: number): Buffer => u16le(value).reverse();
const u24le = (value: number): Buffer => Buffer.concat([u16le(value), Buffer.from([(value >> 16) & 0xff])]);
const u32be = (value: number): Buffer => {
  const made = Buffer.alloc(4);
  made.writeUInt32BE(value);
  return made;
};
const u32le = (value: number): Buffer => u32be(value).reverse();
const repeat = (count: number, made: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => made));

const pngChunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([u32be(data.length), ascii(type), data, u32be(0)]);

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Frames of an animation, scans of a JPEG. */
  readonly passes?: number;
}

export function png({ width, height, passes = 1 }: Size): Buffer {
  const header = pngChunk('IHDR', Buffer.concat([u32be(width), u32be(height), Buffer.from([8, 2, 0, 0, 0])]));
  const animation = passes === 1 ? Buffer.alloc(0) : pngChunk('acTL', Buffer.concat([u32be(passes), u32be(0)]));
  const rest = [pngChunk('gAMA', u32be(1)), animation, pngChunk('IDAT', Buffer.alloc(3)), pngChunk('IEND', ascii(''))];
  return Buffer.concat([ascii('\x89PNG\r\n\x1a\n'), header, ...rest]);
}

/** `marker`: that of the frame header, 0xc0 for baseline and 0xc2 for progressive. */
export function jpeg({ width, height, passes = 1 }: Size, marker = 0xc0): Buffer {
  const segment = (code: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0xff, code]), u16be(data.length + 2), data]);
  const frame = segment(
    marker,
    Buffer.concat([Buffer.from([8]), u16be(height), u16be(width), Buffer.from([1, 1, 17, 0])]),
  );
  const scan = Buffer.concat([
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, ascii('JFIF\0\x01\x01')),
    // A thumbnail inside a segment is not the picture.
    segment(0xe1, Buffer.concat([Buffer.from([0xff, 0xc0, 0, 11, 8]), u16be(1), u16be(1)])),
    Buffer.from([0xff]),
    frame,
    segment(0xc4, Buffer.alloc(20)),
    repeat(passes, scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** `offset`: where each frame begins on the screen; it may lead past its edge. */
export function gif({ width, height, passes = 1 }: Size, offset = 0): Buffer {
  const frame = [Buffer.from([0x2c]), u16le(offset), u16le(offset), u16le(width), u16le(height), Buffer.from([0x80])];
  const pixels = [Buffer.alloc(6), Buffer.from([2, 2, 0x4c, 0x01, 0])];
  const control = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
  const screen = [ascii('GIF89a'), u16le(width), u16le(height), Buffer.from([0x80, 0, 0]), Buffer.alloc(6)];
  return Buffer.concat([...screen, repeat(passes, Buffer.concat([control, ...frame, ...pixels])), ascii(';')]);
}

const riff = (...chunks: Buffer[]): Buffer => {
  const content = Buffer.concat([ascii('WEBP'), ...chunks]);
  return Buffer.concat([ascii('RIFF'), u32le(content.length), content]);
};
const riffChunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([ascii(type), u32le(data.length), data, Buffer.alloc(data.length % 2)]);

export const webpLossy = ({ width, height }: Size): Buffer =>
  riff(
    riffChunk(
      'VP8 ',
      Buffer.concat([Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a]), u16le(width), u16le(height), Buffer.alloc(4)]),
    ),
  );

export const webpLossless = ({ width, height }: Size): Buffer =>
  riff(
    riffChunk('VP8L', Buffer.concat([Buffer.from([0x2f]), u32le((width - 1) | ((height - 1) << 14)), Buffer.alloc(7)])),
  );

export function webpExtended({ width, height, passes = 1 }: Size): Buffer {
  const canvas = riffChunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), u24le(width - 1), u24le(height - 1)]));
  const frame = riffChunk('ANMF', Buffer.alloc(24));
  return riff(canvas, riffChunk('ANIM', Buffer.alloc(6)), repeat(passes, frame));
}

const box = (type: string, ...content: Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  return Buffer.concat([u32be(data.length + 8), ascii(type), data]);
};

/** Has a second, small `ispe`, as a file with a thumbnail has. */
export function avif({ width, height }: Size, brands = 'avifmif1miaf'): Buffer {
  const ispe = (x: number, y: number): Buffer => box('ispe', u32be(0), u32be(x), u32be(y));
  const properties = box('iprp', box('ipco', ispe(width, height), box('pixi', Buffer.alloc(8)), ispe(1, 1)));
  return Buffer.concat([
    box('ftyp', ascii(brands.slice(0, 4)), u32be(0), ascii(brands)),
    box('meta', u32be(0), box('hdlr', Buffer.alloc(24)), properties),
    box('mdat', Buffer.alloc(16)),
  ]);
}
