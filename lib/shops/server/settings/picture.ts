import 'server-only'
import { crc32 } from 'node:zlib'
import type { logoTypes } from '../../../core/shop'

export interface Picture {
  type: (typeof logoTypes)[number]
  /** In pixels. */
  width: number
  height: number
}

/**
 * Reads the format of a picture from its bytes; its name does not count. Null if it has none of the three formats, is
 * damaged or cut off.
 */
export function readPicture(bytes: Buffer): Picture | null {
  try {
    return pngIn(bytes) ?? jpegIn(bytes) ?? webpIn(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null // It ends too early.
    throw error
  }
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads all chunks with their checksums: size and data come before the end. */
function pngIn(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, 8).equals(pngMark)) return null
  let size: Pick<Picture, 'width' | 'height'> | null = null
  let hasData = false
  for (let at = 8; ;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return null
    if ((at === 8) !== (name === 'IHDR')) return null
    if (name === 'IHDR') size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    if (name === 'IDAT') hasData = true
    if (name === 'IEND') return size && hasData ? { type: 'image/png', ...size } : null
    at = end + 4
  }
}

/** Frames with a size: all kinds of SOF but DHT, JPG and DAC, which have neighbouring numbers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads the segments up to the data, which an end must follow. */
function jpegIn(bytes: Buffer): Picture | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  let size: Pick<Picture, 'width' | 'height'> | null = null
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1 // A segment may begin with several of them.
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + length
    // The start of the scan is followed by data, in which 0xFFD9 can only mean the end.
    if (marker === 0xda)
      return size && bytes.indexOf('ffd9', at, 'hex') > at ? { type: 'image/jpeg', ...size } : null
  }
}

/** The three kinds of WebP store their size differently. */
function webpIn(bytes: Buffer): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  if (bytes.length < bytes.readUInt32LE(4) + 8) return null
  const size = webpSize(bytes)
  return size && { type: 'image/webp', ...size }
}

function webpSize(bytes: Buffer): Pick<Picture, 'width' | 'height'> | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return null
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
