import { crc32, deflateSync } from 'node:zlib'

/** For tests: a black PNG. `data`: its compressed pixels; null leaves them out. */
export function pngOf(
  width: number,
  height: number,
  { data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)) }: { data?: Buffer | null } = {},
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    ...(data ? [chunk('IDAT', data)] : []),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
