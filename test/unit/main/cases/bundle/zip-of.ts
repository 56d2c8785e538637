/** Makes zip archives by hand, so that a test can lie in any of their fields. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface HandMadeFile {
  readonly name: string | Buffer;
  readonly content: Buffer | string;
  /** What the archive claims. */
  readonly size?: number;
  readonly packedSize?: number;
  /** Unix mode, such as 0o120777 for a link. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
}

export function zipOf(files: readonly HandMadeFile[], claimedEntries = files.length): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const content = Buffer.from(file.content);
    const method = file.method ?? 8;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(file.flags ?? 0x800, 2);
    fixed.writeUInt16LE(method, 4);
    fixed.writeUInt32LE(crc32(content), 10);
    fixed.writeUInt32LE(file.packedSize ?? packed.length, 14);
    fixed.writeUInt32LE(file.size ?? content.length, 18);
    fixed.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), fixed, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((file.mode ?? 0o100600) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), fixed, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(claimedEntries, 8);
  end.writeUInt16LE(claimedEntries, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
