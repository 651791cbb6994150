import { inflateRawSync } from 'node:zlib'

/** For tests: returns the text of each file of a ZIP file, read by its directory at the end (APPNOTE 4.3.12). */
export function unzip(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const local = zip.readUInt32LE(at + 42)
    const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const file = zip.toString('utf8', at + 46, at + 46 + nameLength)
    files[file] = inflateRawSync(zip.subarray(content, content + size)).toString('utf8')
    at += 46 + nameLength + extra + comment
  }
  return files
}
